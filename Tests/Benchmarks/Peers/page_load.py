#!/usr/bin/env python3
"""What one visit of the page costs: requests, bytes, script time, and when a person can use it.

Example: page_load.py 8080 /commute 3
opens /commute three times with an empty profile and once again with a warm one, in Debian's
headless Chromium, and prints one line a visit. Times are milliseconds since the navigation began;
they depend on what else the machine does, the counts do not. "Shift" is the sum of the browser's
layout shifts. With SLOW=1 the line has 50 kB a second and answers after 400 ms.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

OPTIONS = ["--headless=new", "--no-sandbox", "--use-angle=swiftshader",
           "--enable-unsafe-swiftshader", "--window-size=1400,900"]

# Until the map is complete: what the browser has fetched, and the marks that the page has set.
LOOK = """
const entries = (type) => performance.getEntriesByType(type);
const marks = Object.fromEntries(entries('mark').map((m) => [m.name, m.startTime]));
const all = [...entries('navigation'), ...entries('resource')];
const kind = ({ name }) => { const p = new URL(name).pathname;
  return p.startsWith('/vendor/') ? 'vendor' : p.startsWith('/map/') ? 'map'
    : /^\\/(v1|readyz|statusz)/.test(p) ? 'calls' : 'page'; };
return {
  marks, ready: document.body?.classList.contains('has-map')
    && document.querySelector('#map').ariaBusy === 'false',
  form: Boolean(document.querySelector('#from')), now: performance.now(),
  all: all.map((each) => ({ kind: kind(each), start: each.startTime, end: each.responseEnd,
    bytes: each.transferSize, url: each.name.replace(location.origin, '') })),
};
"""


SHIFT = """
let sum = 0;
new PerformanceObserver((list) => list.getEntries().forEach((each) => { sum += each.value; }))
  .observe({ type: 'layout-shift', buffered: true });
setTimeout(() => arguments[0](sum), 100);
"""


class Browser:
    def __init__(self, driver_port, profile):
        self.base = f"http://127.0.0.1:{driver_port}"
        options = {"args": OPTIONS + [f"--user-data-dir={profile}"], "binary": "/usr/bin/chromium"}
        made = self.send("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "pageLoadStrategy": "none"}}})
        self.path = f"/session/{made['sessionId']}"

    def send(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(
            self.base + path, data=data, method=method,
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as reply:
            return json.load(reply)["value"]

    def command(self, name, parameters=None):
        return self.send("POST", f"{self.path}/goog/cdp/execute",
                         {"cmd": name, "params": parameters or {}})

    def visit(self, address):
        self.command("Performance.enable")
        if os.environ.get("SLOW"):
            self.command("Network.enable")
            self.command("Network.emulateNetworkConditions", {
                "offline": False, "latency": 400, "downloadThroughput": 50_000,
                "uploadThroughput": 50_000})
        self.send("POST", f"{self.path}/url", {"url": address})
        seen, form, end = {"ready": False}, None, time.time() + 60
        while not seen["ready"] and time.time() < end:
            time.sleep(0.03)
            seen = self.send("POST", f"{self.path}/execute/sync", {"script": LOOK, "args": []})
            if form is None and seen["form"]:
                form = seen["now"]
        metrics = {each["name"]: each["value"]
                   for each in self.command("Performance.getMetrics")["metrics"]}
        seen["shift"] = self.send("POST", f"{self.path}/execute/async",
                                  {"script": SHIFT, "args": []})
        return seen, form, metrics


def line(name, seen, form, metrics):
    # What begins after the map is complete, such as what is kept for offline use, is not the
    # visit's.
    counts = {}
    for each in seen["all"]:
        requests, size, asked = counts.get(each["kind"], (0, 0, 0))
        counts[each["kind"]] = (requests + 1, size + each["bytes"], asked + (each["bytes"] > 0))
    total = [sum(each[i] for each in counts.values()) for i in range(3)]
    parts = ", ".join(f"{kind} {c[0]} ({c[1] // 1000} kB)" for kind, c in sorted(counts.items()))
    script = metrics.get("ScriptDuration", 0) * 1000
    marks = ", ".join(f"{key} {value:.0f}" for key, value in seen["marks"].items())
    before = [e for e in seen["all"] if e["end"] <= seen["marks"].get("usable", form or 0)]
    print(f"{name}: {total[0]} requests, {total[2]} over the network, "
          f"{total[1] // 1000} kB: {parts}; "
          f"script {script:.0f} ms, layout {metrics.get('LayoutDuration', 0) * 1000:.0f} ms, "
          f"style {metrics.get('RecalcStyleDuration', 0) * 1000:.0f} ms; form seen {form:.0f}, "
          f"{len(before)} requests with {sum(e['bytes'] for e in before) // 1000} kB before; "
          f"shift {seen['shift']:.3f}; complete {seen['now']:.0f}; marks: {marks or 'none'}")


def main():
    port, path, visits = sys.argv[1], sys.argv[2], int(sys.argv[3])
    driver = subprocess.Popen(
        ["/usr/bin/chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
    for text in driver.stdout:
        if "started successfully on port" in text:
            driver_port = text.split("port ")[-1].strip(". \n")
            break
    try:
        for number in range(1, visits + 1):
            profile = tempfile.mkdtemp()
            browser = Browser(driver_port, profile)
            try:
                line(f"first {number}", *browser.visit(f"http://localhost:{port}{path}"))
                if number == visits:
                    time.sleep(8)
                    line("again", *browser.visit(f"http://localhost:{port}{path}"))
                    if os.environ.get("WATERFALL"):
                        seen, *_ = browser.visit(f"http://localhost:{port}{path}")
                        for each in sorted(seen["all"], key=lambda each: each["start"]):
                            print(f"{each['start']:7.0f} {each['end']:7.0f} "
                                  f"{each['bytes']:8} {each['url']}")
            finally:
                browser.send("DELETE", browser.path)
                shutil.rmtree(profile, ignore_errors=True)
    finally:
        driver.terminate()


main()
