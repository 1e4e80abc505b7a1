"""Whether the objects of each overlay are what Kubernetes knows, and fit each other.

test_kubernetes.py KUBECTL DEFINITIONS FOLDER: the overlays are made by `kubectl kustomize` and held
to the JSON Schema definitions of the Kubernetes API, which know no other keys.
"""

import functools
import http.server
import json
import pathlib
import re
import runpy
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.error

import jsonschema
import yaml

KUBECTL, DEFINITIONS, FOLDER = sys.argv[1:4]
SERVICES = {"geocoder", "router", "shop-search", "map-tiles", "web-gateway", "venue-store",
            "geofence-monitor", "planner"}
KINDS = {"Deployment": "apps.v1", "StatefulSet": "apps.v1", "CronJob": "batch.v1",
         "HorizontalPodAutoscaler": "autoscaling.v2", "PodDisruptionBudget": "policy.v1",
         "NetworkPolicy": "networking.v1", "Ingress": "networking.v1", "Role": "rbac.v1",
         "RoleBinding": "rbac.v1"}


@functools.cache
def rendered(overlay):
    text = subprocess.run([KUBECTL, "kustomize", f"{FOLDER}/{overlay}"], check=True,
                          capture_output=True, text=True).stdout
    return list(yaml.safe_load_all(text))


def template(workload):
    """Of its pods."""
    spec = workload["spec"]
    return spec.get("jobTemplate", {"spec": spec})["spec"]["template"]


class OverlayTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.overlays = {name: rendered(name) for name in ("one-node", "region")}
        cls.definitions = json.loads(pathlib.Path(DEFINITIONS).read_text())

    def each(self, *kinds):
        for overlay, objects in self.overlays.items():
            for found in objects:
                if found["kind"] in kinds:
                    with self.subTest(overlay=overlay, kind=found["kind"],
                                      name=found["metadata"]["name"]):
                        yield objects, found

    def workloads(self):
        return self.each("Deployment", "StatefulSet", "CronJob")

    def errors(self, found):
        name = f"io.k8s.api.{KINDS.get(found['kind'], 'core.v1')}.{found['kind']}"
        base = self.definitions["$id"]
        validator = jsonschema.Draft202012Validator(
            {"$ref": f"{base}#/$defs/{name}"},
            resolver=jsonschema.RefResolver(base, self.definitions))
        return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
                for error in validator.iter_errors(found)]

    def test_each_object_is_what_the_api_knows(self):
        for overlay, objects in self.overlays.items():
            for found in objects:
                with self.subTest(overlay=overlay, name=found["metadata"]["name"]):
                    self.assertEqual(self.errors(found), [])

    def test_an_unknown_key_is_an_error(self):
        for _, found in self.each("Deployment"):
            found = yaml.safe_load(yaml.safe_dump(found))
            found["spec"]["template"]["spec"]["containers"][0]["imagee"] = "x"
            self.assertNotEqual(self.errors(found), [])

    def test_each_service_has_pods_and_a_name_without_an_address(self):
        for overlay, objects in self.overlays.items():
            with self.subTest(overlay=overlay):
                pods = {found["spec"]["template"]["spec"]["containers"][0]["args"][0]
                        for found in objects if found["kind"] in ("Deployment", "StatefulSet")}
                self.assertEqual(pods, SERVICES)
                names = {found["metadata"]["name"] for found in objects
                         if found["kind"] == "Service" and found["spec"].get("clusterIP") == "None"}
                self.assertEqual(names, SERVICES)

    def test_each_selector_finds_pods(self):
        for objects, found in self.each("Service", "PodDisruptionBudget", "NetworkPolicy",
                                        "Deployment", "StatefulSet"):
            spec = found["spec"]
            selector = spec.get("podSelector") or spec["selector"]
            wanted = selector.get("matchLabels", selector) if "matchLabels" in selector else {
                key: value for key, value in selector.items() if key != "matchExpressions"}
            labels = [template(other)["metadata"]["labels"] for other in objects
                      if other["kind"] in ("Deployment", "StatefulSet", "CronJob")]
            self.assertTrue(any(wanted.items() <= each.items() for each in labels), wanted)

    def test_no_pod_may_more_than_it_needs(self):
        for objects, found in self.workloads():
            pod = template(found)["spec"]
            self.assertTrue(pod["securityContext"]["runAsNonRoot"])
            account = pod.get("serviceAccountName")
            if account:
                role = next(each for each in objects if each["kind"] == "Role"
                            and each["metadata"]["name"] == account)
                self.assertEqual([each["verbs"] for each in role["rules"]], [["patch"]])
                self.assertTrue(all(each["resourceNames"] for each in role["rules"]))
            else:
                self.assertFalse(pod["automountServiceAccountToken"])
            for container in pod["containers"] + pod.get("initContainers", []):
                rights = container["securityContext"]
                self.assertTrue(rights["readOnlyRootFilesystem"])
                self.assertFalse(rights["allowPrivilegeEscalation"])
                self.assertEqual(rights["capabilities"], {"drop": ["ALL"]})
                self.assertIn("memory", container["resources"]["limits"])

    def test_each_volume_is_there_and_each_one_mounted(self):
        for objects, found in self.workloads():
            pod = template(found)["spec"]
            there = {each["name"] for each in pod["volumes"]} | {
                each["metadata"]["name"] for each in found["spec"].get("volumeClaimTemplates", [])}
            mounted = {mount["name"] for container in pod["containers"]
                       + pod.get("initContainers", []) for mount in container["volumeMounts"]}
            self.assertEqual(there, mounted)
            maps = {each["metadata"]["name"] for each in objects if each["kind"] == "ConfigMap"}
            for volume in pod["volumes"]:
                if "configMap" in volume:
                    self.assertIn(volume["configMap"]["name"], maps)

    def test_what_claims_name_is_there(self):
        for objects, found in self.workloads():
            claims = {each["metadata"]["name"] for each in objects
                      if each["kind"] == "PersistentVolumeClaim"} | {"extracts"}
            claims |= {f"{each['metadata']['name']}-{other['metadata']['name']}-0"
                       for other in objects if other["kind"] == "StatefulSet"
                       for each in other["spec"]["volumeClaimTemplates"]}
            for volume in template(found)["spec"]["volumes"]:
                if "persistentVolumeClaim" in volume:
                    self.assertIn(volume["persistentVolumeClaim"]["claimName"], claims)

    def test_a_pod_that_hangs_is_killed_within_15_seconds(self):
        health = (pathlib.Path(FOLDER) / "../container/health").read_text()
        silent = int(re.search(r'"silentSeconds"\] < ([0-9]+)', health)[1])
        for _, found in self.each("Deployment", "StatefulSet"):
            probe = template(found)["spec"]["containers"][0]["livenessProbe"]
            period, limit = probe["periodSeconds"], probe["timeoutSeconds"]
            misses, grace = probe["failureThreshold"], probe["terminationGracePeriodSeconds"]
            # Of one whose workers hang the probe hears at once, as soon as it counts as hanging.
            self.assertLessEqual(silent + misses * period + grace, 15)
            # Of one that hangs as a whole it hears nothing.
            self.assertLessEqual(period + misses * max(period, limit) + grace, 15)
            self.assertGreaterEqual(misses, 2)

    def test_no_pod_is_left_out_of_the_policies(self):
        for _, found in self.workloads():
            self.assertEqual(template(found)["metadata"]["labels"]["app.kubernetes.io/part-of"],
                             "quickbrew")

    def test_a_region_has_the_memory_and_disk_of_an_extract_of_1_gb(self):
        capacity = (pathlib.Path(FOLDER) / "../../docs/capacity.md").read_text()
        each_gb = {name: float(re.search(rf"^\| {name} \| ([0-9.]+) \(", capacity, re.M)[1])
                   for name in ("router", "geocoder")}
        country = [float(cell) for cell in re.findall(
            r"[0-9.]+", re.search(r"^\| country \|.*", capacity, re.M)[0])]
        each_gb["map"], disk = country[6] / country[0], country[5] / country[0]
        memory = {}  # Of each name the last is the region's.
        for _, found in self.workloads():
            limits = template(found)["spec"]["containers"][0]["resources"]["limits"]
            memory[found["metadata"]["name"]] = limits["memory"]
        for name, needed in each_gb.items():
            self.assertGreaterEqual(int(memory[name].removesuffix("Gi")), needed, name)
            self.assertLess(int(memory[name].removesuffix("Gi")), 2 * needed, name)
        claim = next(found for found in self.overlays["region"]
                     if found["kind"] == "PersistentVolumeClaim")
        storage = claim["spec"]["resources"]["requests"]["storage"]
        self.assertGreaterEqual(int(storage.removesuffix("Gi")), 2 * disk)

    def test_no_image_is_asked_of_a_registry_at_each_start(self):
        for _, found in self.workloads():
            pod = template(found)["spec"]
            for container in pod["containers"] + pod.get("initContainers", []):
                tag = container["image"].rpartition(":")[2]
                self.assertRegex(tag, r"^[0-9.]+$")

    def test_no_port_is_open_to_all(self):
        for _, found in self.each("NetworkPolicy"):
            for rule in found["spec"].get("ingress", []):
                self.assertTrue(rule.get("from"), rule)

    def test_each_service_is_probed(self):
        for _, found in self.each("Deployment", "StatefulSet"):
            container = found["spec"]["template"]["spec"]["containers"][0]
            for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
                self.assertIn("/usr/lib/quickbrew/health", container[probe]["exec"]["command"])

    def test_what_keeps_something_has_one_instance_unless_a_database_keeps_it(self):
        for objects, found in self.each("StatefulSet"):
            policies = [each["spec"]["podSelector"] for each in objects
                        if each["kind"] == "NetworkPolicy"
                        and each["metadata"]["name"] == "database"]
            kept = [name for each in policies for name in each["matchExpressions"][0]["values"]]
            if found["metadata"]["name"] not in kept:
                self.assertEqual(found["spec"]["replicas"], 1)

    def test_what_is_scaled_exists_and_has_no_number_of_its_own(self):
        for objects, found in self.each("HorizontalPodAutoscaler"):
            target = found["spec"]["scaleTargetRef"]
            scaled = [each for each in objects if each["kind"] == target["kind"]
                      and each["metadata"]["name"] == target["name"]]
            self.assertEqual(len(scaled), 1)
            self.assertNotIn("replicas", scaled[0]["spec"])


class HomeTests(unittest.TestCase):
    def test_the_home_is_private_and_has_keys_and_map(self):
        with tempfile.TemporaryDirectory() as work:
            work = pathlib.Path(work)
            secret, maps, home = work / "secret", work / "maps", work / "data" / "home"
            for folder in (secret, maps, work / "data"):
                folder.mkdir()
            for name in ("server.key", "client.key", "http-tokens"):
                (secret / name).write_text(name)
            (maps / "current").mkdir()
            command = ["sh", f"{FOLDER}/base/prepare-home.sh", str(secret), str(maps)]
            for _ in range(2):  # A container may be started again in its pod.
                subprocess.run(command, check=True, env={"QUICKBREW_HOME": str(home),
                                                         "PATH": "/usr/bin:/bin"})
            self.assertEqual(home.stat().st_mode & 0o777, 0o700)
            for name in ("keys/server.key", "keys/client.key", "http-tokens"):
                self.assertEqual((home / name).read_text(), pathlib.Path(name).name)
                self.assertEqual((home / name).stat().st_mode & 0o777, 0o600)
            self.assertTrue((home / "maps" / "current").is_dir())


class MapTests(unittest.TestCase):
    def test_a_new_map_replaces_the_last_which_stays_and_older_ones_go(self):
        job = next(each for each in rendered("one-node") if each["kind"] == "CronJob"
                   and each["metadata"]["name"] == "map")
        script = template(job)["spec"]["containers"][0]["args"][0]
        with tempfile.TemporaryDirectory() as work:
            work = pathlib.Path(work)
            (work / "volume").mkdir()
            build = work / "build"
            build.write_text("#!/bin/sh\nmkdir -p $QUICKBREW_HOME/maps/$MAP\n"
                             "ln -sfn $MAP $QUICKBREW_HOME/maps/current\n")
            build.chmod(0o755)
            script = script.replace("/usr/lib/quickbrew/service", str(build)).replace(
                "/maps/", f"{work}/volume/").replace(
                    "HOME" + f"{work}/volume/", "HOME/maps/").replace(
                        "/scripts/", f"{FOLDER}/base/")
            self.assertNotIn('"/maps', script)

            def build_map(name):
                subprocess.run(["sh", "-euc", script], check=True, env={
                    "QUICKBREW_HOME": str(work / f"home-{name}"), "MAP": name,
                    "PATH": "/usr/bin:/bin"})
                return {each.name: each.resolve().name for each in (work / "volume").iterdir()}

            self.assertEqual(build_map("a"), {"a": "a", "current": "a"})
            self.assertEqual(build_map("a"), {"a": "a", "current": "a"})
            self.assertEqual(
                build_map("b"), {"a": "a", "b": "b", "current": "b", "previous": "a"})
            self.assertEqual(
                build_map("c"), {"b": "b", "c": "c", "current": "c", "previous": "b"})
            for name, other in ("b", "c"), ("c", "b"):  # Back, and back again.
                self.assertEqual(build_map("previous"), {
                    "b": "b", "c": "c", "current": name, "previous": other})


class ChangeTests(unittest.TestCase):
    """The job's last step, against a server that stands for the API."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.account = pathlib.Path(folder.name)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
             "-keyout", "key", "-out", "ca.crt"],
            cwd=self.account, check=True, capture_output=True)
        (self.account / "namespace").write_text("cafes")
        (self.account / "token").write_text("secret")
        self.asked = asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_PATCH(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                asked.append((self.path, body, self.headers))
                self.send_response(404 if "geocoder" in self.path and len(asked) > 6 else 200)
                self.end_headers()

            def log_message(self, *words):
                pass

        server = http.server.ThreadingHTTPServer(("localhost", 0), Handler)
        trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        trust.load_cert_chain(self.account / "ca.crt", self.account / "key")
        server.socket = trust.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.api = f"https://localhost:{server.server_port}"
        self.change = runpy.run_path(f"{FOLDER}/base/change-map.py")["change"]

    def test_the_map_is_named_in_the_pods_of_all_that_its_role_may_change(self):
        self.change("city-1", self.account, self.api)
        role = next(each for each in rendered("one-node") if each["kind"] == "Role")
        self.assertEqual([path.rpartition("/")[2] for path, _, _ in self.asked],
                         role["rules"][0]["resourceNames"])
        there = {(f"{each['kind'].lower()}s", each["metadata"]["name"])
                 for each in rendered("one-node")}
        for path, body, headers in self.asked:
            self.assertEqual(path.split("/")[:6], ["", "apis", "apps", "v1", "namespaces", "cafes"])
            self.assertIn(tuple(path.split("/")[6:]), there)
            self.assertEqual(body["spec"]["template"]["metadata"]["annotations"],
                             {"quickbrew/map": "city-1"})
            self.assertEqual(headers["Authorization"], "Bearer secret")
            self.assertEqual(headers["Content-Type"], "application/merge-patch+json")

    def test_a_refusal_or_a_server_of_another_authority_ends_the_job(self):
        self.change("city-1", self.account, self.api)
        with self.assertRaises(urllib.error.HTTPError):
            self.change("city-2", self.account, self.api)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=other", "-keyout",
                        "other", "-out", "ca.crt"],
                       cwd=self.account, check=True, capture_output=True)
        with self.assertRaises(urllib.error.URLError) as caught:
            self.change("city-3", self.account, self.api)
        self.assertIsInstance(caught.exception.reason, ssl.SSLError)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
