/** Debian's, for which its packages of GTK's bindings are; another python3 may come first in PATH. */
export const PYTHON = '/usr/bin/python3'
