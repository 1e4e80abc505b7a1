#!/usr/bin/env python3
"""Runs the pods of an overlay of deploy/kubernetes by podman, where there is no cluster.

    kubectl kustomize deploy/kubernetes/one-node | sudo Tests/Deploy/play_pods.py FOLDER

FOLDER, a new one, gets the volumes and FOLDER/secret is the secret: server.key, client.key and
http-tokens. The image is the one of the overlay, built by the Dockerfile. Ends with a plan
that the pod `planner` was asked for, and a backup; leaves the pods, which
`podman pod rm --force --all` ends.

What `podman kube play` 4.3 does not know is replaced: a Deployment, a StatefulSet and a CronJob by
a Pod, each volume by a folder, a Service by an address in each pod's /etc/hosts. Probes, limits and
network policies are left out. The containers, their order, users, rights, settings, arguments and
mounts are those of the overlay.
"""

import copy
import os
import subprocess
import sys

import yaml

USER, NETWORK, SUBNET = 990, "quickbrew-play", "10.91.0"
# Of a container: what only a cluster does.
LEFT_OUT = ["resources", "startupProbe", "readinessProbe", "livenessProbe", "ports"]
# Pods of these run until they are ended.
SERVICES = ["Deployment", "StatefulSet"]


def podman(*words, **more):
    return subprocess.run(["podman", *words], check=True, text=True, **more)


def own_folder(path, mode=0o700):
    os.makedirs(path, exist_ok=True)
    os.chown(path, USER, USER)
    os.chmod(path, mode)
    return path


class Overlay:
    def __init__(self, text, folder):
        self.objects = [each for each in yaml.safe_load_all(text) if each]
        self.folder = os.path.abspath(folder)
        self.settings = {each["metadata"]["name"]: each["data"] for each in self.of("ConfigMap")}
        names = [each["metadata"]["name"] for each in self.of("Service")]
        self.addresses = {name: f"{SUBNET}.{index + 10}" for index, name in enumerate(names)}

    def of(self, *kinds):
        return [each for each in self.objects if each["kind"] in kinds]

    def path(self, volume, pod):
        """The folder of a volume: of one pod, or of all that share it."""
        if "secret" in volume:
            return f"{self.folder}/secret"
        if "persistentVolumeClaim" in volume:
            return own_folder(f"{self.folder}/{volume['persistentVolumeClaim']['claimName']}")
        if "configMap" in volume:
            name = volume["configMap"]["name"]
            path = own_folder(f"{self.folder}/{name}")
            for file, text in self.settings[name].items():
                with open(f"{path}/{file}", "w", encoding="utf-8") as script:
                    script.write(text)
                os.chown(f"{path}/{file}", USER, USER)
            return path
        return own_folder(f"{self.folder}/{pod}.{volume['name']}")

    def pod(self, owner):
        name, spec = owner["metadata"]["name"], owner["spec"]
        spec = copy.deepcopy(spec.get("jobTemplate", {"spec": spec})["spec"]["template"]["spec"])
        claimed = [each["metadata"] for each in owner["spec"].get("volumeClaimTemplates", [])]
        for container in spec.get("initContainers", []) + spec["containers"]:
            for key in LEFT_OUT:
                container.pop(key, None)
            container["imagePullPolicy"] = "Never"
            container["securityContext"] |= {
                key: spec["securityContext"][key] for key in ("runAsUser", "runAsGroup")}
            container["env"] = container.get("env", []) + [
                {"name": key, "value": value} for source in container.pop("envFrom", [])
                for key, value in self.settings[source["configMapRef"]["name"]].items()]
        return {
            "apiVersion": "v1", "kind": "Pod",
            # Else podman removes it as soon as it has ended, which it may not have heard of.
            "metadata": {"name": name, "annotations": {
                "io.podman.annotations.init.container.type": "always"}},
            "spec": {
                "restartPolicy": "Always" if owner["kind"] in SERVICES else "Never",
                "hostAliases": [{"ip": address, "hostnames": [name]}
                                for name, address in self.addresses.items()],
                "initContainers": spec.get("initContainers", []), "containers": spec["containers"],
                "volumes": [
                    {"name": each["name"], "hostPath": {"path": self.path(each, name)}}
                    for each in spec.get("volumes", []) + claimed],
            },
        }

    def play(self, owner):
        pod = self.pod(owner)
        name = pod["metadata"]["name"]
        address = ["--ip", self.addresses[name]] if name in self.addresses else []
        podman("kube", "play", "--network", NETWORK, *address, "-", input=yaml.safe_dump(pod))
        return [f"{name}-{each['name']}" for each in pod["spec"]["containers"]]

    def run_job(self, name):
        """Runs the job of a CronJob once, to its end; nothing where the overlay has none."""
        for job in self.of("CronJob"):
            if job["metadata"]["name"] != name:
                continue
            for container in self.play(job):
                status = podman("wait", container, stdout=subprocess.PIPE).stdout.strip()
                podman("logs", container)
                if status != "0":
                    sys.exit(f"{container} ended with {status}")


def main():
    if len(sys.argv) != 2 or not os.path.exists(f"{sys.argv[1]}/secret/server.key"):
        sys.exit(__doc__)
    overlay = Overlay(sys.stdin.read(), sys.argv[1])
    for file in os.listdir(f"{overlay.folder}/secret"):
        os.chown(f"{overlay.folder}/secret/{file}", USER, USER)
    own_folder(f"{overlay.folder}/secret")
    if subprocess.run(["podman", "network", "exists", NETWORK], check=False).returncode != 0:
        podman("network", "create", "--subnet", f"{SUBNET}.0/24", NETWORK)
    overlay.run_job("map")
    for owner in overlay.of(*SERVICES):
        overlay.play(owner)
    podman("exec", "planner-service", "/usr/lib/quickbrew/bin/quickbrew", "status", "--wait", "60")
    podman("exec", "planner-service", "/usr/lib/quickbrew/bin/quickbrew", "plan", "Ferry Building",
           "Coit Tower", "--depart", "mon 8:00", "--arrive-by", "mon 9:00")
    overlay.run_job("backup")


if __name__ == "__main__":
    main()
