#!/usr/bin/env python3
"""Has the pods that read the map exchanged, one by one, where theirs is another.

change-map.py MAP: names it in the pods' template, which Kubernetes takes for a new version, or for
none if it has that name already.
"""

import json
import ssl
import sys
import urllib.request
from pathlib import Path

READERS = ["deployments/geocoder", "deployments/router", "deployments/shop-search",
           "deployments/map-tiles", "statefulsets/venue-store", "statefulsets/planner"]
ACCOUNT = Path("/var/run/secrets/kubernetes.io/serviceaccount")
API = "https://kubernetes.default.svc"


def change(name, account=ACCOUNT, api=API):
    trust = ssl.create_default_context(cafile=account / "ca.crt")
    namespace = (account / "namespace").read_text()
    patch = {"spec": {"template": {"metadata": {"annotations": {"quickbrew/map": name}}}}}
    for reader in READERS:
        urllib.request.urlopen(urllib.request.Request(
            f"{api}/apis/apps/v1/namespaces/{namespace}/{reader}", json.dumps(patch).encode(),
            {"Authorization": f"Bearer {(account / 'token').read_text()}",
             "Content-Type": "application/merge-patch+json"}, method="PATCH"), timeout=30,
            context=trust).close()


# Pods that are played without a cluster have no account.
if __name__ == "__main__" and ACCOUNT.exists():
    change(sys.argv[1])
