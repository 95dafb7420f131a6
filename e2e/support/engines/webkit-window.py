"""Minimal WebKitGTK window for WebKitWebDriver. Its arguments are the data folder and, if it is to use one, a proxy."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

folder, *proxies = sys.argv[1:]
manager = WebKit2.WebsiteDataManager(
    base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache"
)
for proxy in proxies:
    manager.set_network_proxy_settings(
        WebKit2.NetworkProxyMode.CUSTOM, WebKit2.NetworkProxySettings.new(proxy, [])
    )
context = WebKit2.WebContext(website_data_manager=manager)
context.set_preferred_languages(["es-ES"])
context.set_automation_allowed(True)


def create_view(_session):
    # Safari has a page cache too; automation disables it by default.
    settings = WebKit2.Settings(enable_page_cache=True)
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window = Gtk.Window(decorated=False, default_width=1024, default_height=768)
    window.add(view)
    window.show_all()
    view.grab_focus()
    view.connect("close", lambda _view: window.destroy())
    return view


def automation_started(_context, session):
    application = WebKit2.ApplicationInfo()
    application.set_name("notas")
    application.set_version(1, 0, 0)
    session.set_application_info(application)
    session.connect("create-web-view", create_view)


context.connect("automation-started", automation_started)
Gtk.main()
