"""Prints what a browser tells screen readers over AT-SPI, the interface that Orca reads: one JSON array a line."""

import json

from gi.repository import Gio, GLib

ACCESSIBLE = "org.a11y.atspi.Accessible"
PLACEHOLDER = "\ufffc"


def call(bus, name, path, interface, method, arguments=None):
    return bus.call_sync(name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 2000, None).unpack()


session = Gio.bus_get_sync(Gio.BusType.SESSION)
BUS = ("org.a11y.Bus", "/org/a11y/bus")
enabled = GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", True)))
call(session, *BUS, "org.freedesktop.DBus.Properties", "Set", enabled)
(address,) = call(session, *BUS, "org.a11y.Bus", "GetAddress")
flags = Gio.DBusConnectionFlags
bus = Gio.DBusConnection.new_for_address_sync(
    address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None
)


def property_of(reference, name):
    arguments = GLib.Variant("(ss)", (ACCESSIBLE, name))
    return call(bus, *reference, "org.freedesktop.DBus.Properties", "Get", arguments)[0]


def role_of(reference):
    return call(bus, *reference, ACCESSIBLE, "GetRoleName")[0]


def is_in_page(reference):
    """Whether an object is not of the browser's own window."""
    role = role_of(reference)
    if role in ("frame", "application"):
        return False
    return role == "document web" or is_in_page(property_of(reference, "Parent"))


def text_of(reference):
    """Text of an object and of what it contains; names of buttons and links."""
    if role_of(reference) in ("push button", "link"):
        return property_of(reference, "Name")
    (text,) = call(bus, *reference, "org.a11y.atspi.Text", "GetText", GLib.Variant("(ii)", (0, -1)))
    (children,) = call(bus, *reference, ACCESSIBLE, "GetChildren")
    for child in children:
        if PLACEHOLDER in text:
            text = text.replace(PLACEHOLDER, f" {text_of(child)} ", 1)
    return " ".join(text.split())


def tell(source, kind, text):
    text = text.strip()
    if text and is_in_page(source):
        print(json.dumps([kind, text]), flush=True)


def on_event(_bus, sender, path, _interface, signal, parameters):
    kind, is_on, _, value = parameters.unpack()[:4]
    source = (sender, path)
    try:
        if (signal, kind, is_on) == ("StateChanged", "focused", 1):
            tell(source, "focus", property_of(source, "Name"))
            return
        (attributes,) = call(bus, *source, ACCESSIBLE, "GetAttributes")
        role = attributes.get("container-live") != "off" and attributes.get("container-live-role")
        if (signal, kind, is_on, attributes.get("xml-roles")) == ("StateChanged", "showing", 1, "alert"):
            tell(source, "alert", text_of(source))
        elif role and (signal, kind) == ("TextChanged", "insert/system") and PLACEHOLDER not in value:
            tell(source, role, value)
        elif role and (signal, kind) == ("ChildrenChanged", "add/system"):
            tell(source, role, text_of(value))
    except GLib.Error:
        # The object has gone meanwhile, or it is a text, which has an event of its own.
        pass


for event in ("object:state-changed", "object:text-changed", "object:children-changed"):
    arguments = GLib.Variant("(sass)", (event, [], ""))
    REGISTRY = "org.a11y.atspi.Registry"
    call(bus, REGISTRY, "/org/a11y/atspi/registry", REGISTRY, "RegisterEvent", arguments)
bus.signal_subscribe(None, "org.a11y.atspi.Event.Object", None, None, None, Gio.DBusSignalFlags.NONE, on_event)
print(json.dumps(["ready", ""]), flush=True)
GLib.MainLoop().run()
