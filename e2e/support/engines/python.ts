/** Debian's Python, which has the GTK bindings; another python3 may come first in PATH. */
export const PYTHON = '/usr/bin/python3'
