"""Chromium without a window, as a person uses it: by mouse or by keys, at a width, in light or dark; and axe's rules."""
import base64
import contextlib
import json
import os
import pathlib
import time
import urllib.parse

import axe_core_python
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

AXE = pathlib.Path(axe_core_python.__file__).parent / "axe.min.js"


class Browser:
    """One browser with a profile of its own. It resolves no name but this host's."""

    def __init__(self, folder):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        for word in ["--headless=new", f"--user-data-dir={folder}", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars", "--lang=en-GB",
                     "--disable-background-networking", "--disable-component-update", "--no-first-run",
                     "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"]:
            options.add_argument(word)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(30)
        self.origins = set()
        self.show(1280, "light")

    def close(self):
        self.driver.quit()

    def show(self, width, scheme):
        """Sets the width of the view in CSS pixels, and what the person prefers: light or dark."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=840, deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def command(self, name, **params):
        return self.driver.execute_cdp_cmd(name, params)

    def open(self, url):
        self.driver.get(url)

    def run(self, script, *arguments):
        """Runs an asynchronous function's body in the page, and returns its result."""
        outcome = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            f"(async (...given) => {{ {script} }})(...[...arguments].slice(0, -1))"
            ".then((value) => done({ value }), (error) => done({ error: String(error) }))", *arguments)
        if "error" in outcome:
            raise AssertionError(outcome["error"])
        return outcome.get("value")

    def wait(self, condition, what, seconds=15):
        """Waits until a function returns something true, and returns it. An element that is gone counts as not yet there."""
        until = time.monotonic() + seconds
        while True:
            with contextlib.suppress(Exception):
                if found := condition():
                    return found
            if time.monotonic() > until:
                raise AssertionError(f"{what} did not come within {seconds} s; the page shows:\n{self.text()}\n{self.console()}")
            time.sleep(0.03)

    def text(self, css="body"):
        return self.driver.find_element(By.CSS_SELECTOR, css).text

    def console(self):
        """What the page has written to the browser's console, such as refusals by its policy."""
        return "\n".join(entry["message"] for entry in self.driver.get_log("browser"))

    def find(self, css):
        return self.wait(lambda: self.driver.find_element(By.CSS_SELECTOR, css), css)

    def heading(self, text):
        """Waits until the page has this heading of the first rank."""
        self.wait(lambda: self.text("h1") == text, f"the heading {text}")

    def says(self, text):
        """Waits until the page says this in its live region."""
        self.wait(lambda: text in self.text("#status"), f"“{text}”")

    # By mouse.

    def named(self, name, within="body"):
        """The button or link whose accessible name begins with a text."""
        def search():
            for element in self.driver.find_element(By.CSS_SELECTOR, within).find_elements(By.CSS_SELECTOR, "button, a"):
                if element.is_displayed() and element.accessible_name.startswith(name):
                    return element
        return self.wait(search, f"“{name}”")

    def click(self, name, within="body"):
        ActionChains(self.driver).move_to_element(self.named(name, within)).click().perform()

    def fill(self, css, text):
        element = self.find(css)
        ActionChains(self.driver).move_to_element(element).click().perform()
        element.send_keys(text)

    def refill(self, css, text):
        """Fills a field anew."""
        self.find(css).clear()
        self.fill(css, text)

    def choose(self, css, text):
        self.find(css).find_element(By.XPATH, f"./option[.='{text}']").click()

    # By keys.

    def press(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    @property
    def focused(self):
        """The accessible name of the element that has the focus."""
        return self.driver.switch_to.active_element.accessible_name

    def tab_to(self, name):
        """Presses Tab until the element with this accessible name has the focus."""
        for _ in range(60):
            if self.focused.startswith(name):
                return
            self.press(Keys.TAB)
        raise AssertionError(f"Tab does not reach “{name}”; the page shows:\n{self.text()}")

    # What is looked at.

    def violations(self):
        """The elements of the page that break a rule of axe, one line each."""
        self.driver.execute_script(AXE.read_text())
        found = self.run("return (await axe.run(document, { resultTypes: ['violations'] })).violations")
        return [f"{rule['id']}: {node['html'][:160]} ({node['failureSummary']})" for rule in found for node in rule["nodes"]]

    def overflow(self):
        """The number of pixels by which the page is wider than the view."""
        return self.driver.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def screenshot(self, file):
        """Writes what is in view into a PNG file."""
        data = self.command("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(file).write_bytes(base64.b64decode(data))

    def requested_origins(self):
        """The origins of everything that the browser's pages have asked for, addresses that name no server left out."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            url = ""
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
            elif message["method"] == "Network.webSocketCreated":
                url = message["params"]["url"]
            parts = urllib.parse.urlsplit(url)
            if parts.scheme not in ("", "data", "blob", "about", "chrome", "devtools"):
                self.origins.add(f"{parts.scheme}://{parts.netloc}")
        return self.origins
