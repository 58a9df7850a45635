"""What every SDK can do, as one program. It prints what it has seen."""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

from tenant_platform import (
    AccessTokenVerifier,
    ClientCredentials,
    InvalidToken,
    InvalidWebhook,
    Platform,
    PlatformProblem,
    ResponseInfo,
    models,
    verify_webhook,
)

given = json.load(sys.stdin)
source = ClientCredentials(given["issuer"], given["clientId"], given["clientSecret"])
client = Platform(given["gateway"], source)
seen: dict[str, object] = {}


def problem_of(body: models.CreateUserRequest) -> dict[str, object]:
    try:
        client.users.create(body)
    except PlatformProblem as problem:
        field = problem.at("/email")
        return {
            "code": problem.code,
            "status": problem.status,
            "requestId": problem.request_id,
            "field": field and field.code,
        }
    raise AssertionError("the user was created")


with ThreadPoolExecutor(3) as pool:
    list(pool.map(lambda _: client.users.list().first(), range(3)))

email: str = given["email"]
created = client.users.create({"email": email, "displayName": "Ada"})
info = ResponseInfo()
got = client.users.get(created["id"], response=info)
seen["user"] = {"email": got["email"], "displayName": got["displayName"]}
seen["taken"] = problem_of({"email": email})
seen["invalid"] = problem_of({"email": "nonsense"})

client.users.update(created["id"], {"displayName": "first"}, if_match=info.etag)
try:
    client.users.update(created["id"], {"displayName": None}, if_match=info.etag)
except PlatformProblem as problem:
    seen["conflict"] = problem.code

organization = client.organizations.create({"name": "Engines", "slug": given["slug"]})
users = [
    client.users.create({"email": f"{i}-{email}", "memberships": [{"organizationId": organization["id"]}]})
    for i in range(5)
]
client.organizations.members.put(organization["id"], created["id"], {"roles": []})
listed = [user["id"] for user in client.users.list(organization_id=organization["id"], limit=2)]
pages = client.users.list(organization_id=organization["id"], limit=2).pages()
seen["pages"] = [len(page.data) for page in pages]
seen["isComplete"] = sorted(listed) == sorted([created["id"], *(user["id"] for user in users)])

fragile = Platform(given["fragile"], source)
once = ResponseInfo()
fragile.users.create({"email": f"once-{email}"}, response=once)
found = client.users.list(email=f"once-{email}").first()
seen["retried"] = {"isReplayed": once.is_replayed, "users": len(found.data)}


def renamed(gateway: str) -> object:
    try:
        return Platform(gateway, source).users.update(created["id"], {"displayName": "Lovelace"})["displayName"]
    except PlatformProblem as problem:
        return {"code": problem.code, "attempts": problem.attempts, "retryAfter": problem.retry_after_seconds}


seen["limited"] = renamed(given["limited"])
seen["unavailable"] = renamed(given["unavailable"])


def reason(token: str, audience: str, scope: str) -> str:
    try:
        AccessTokenVerifier(given["issuer"], audience)(token, [scope])
    except InvalidToken as error:
        return error.reason
    return "valid"


verify = AccessTokenVerifier(given["issuer"], "product-api")
token = source()
read = verify(token, ["tenant:users.read"])
tampered = token[:-10] + ("A" if token[-10] != "A" else "B") + token[-9:]
seen["token"] = {
    "clientId": read.client_id,
    "missing": reason(token, "product-api", "orders.read"),
    "otherAudience": reason(token, "orders", "tenant:users.read"),
    "tampered": reason(tampered, "product-api", "tenant:users.read"),
    "noToken": reason("nonsense", "product-api", "tenant:users.read"),
}


def received(message: dict[str, dict[str, str]], body: str) -> str:
    try:
        return verify_webhook(message["headers"], body, given["secret"])["type"]
    except InvalidWebhook as error:
        return error.reason


body: str = given["webhook"]["body"]
seen["webhook"] = {
    "valid": received(given["webhook"], body),
    "changed": received(given["webhook"], body + " "),
    "old": received(given["oldWebhook"], body),
    "unsigned": received({"headers": {}}, body),
}

try:
    wrong = ClientCredentials(given["issuer"], given["clientId"], "wrong")
    Platform(given["gateway"], wrong).users.list().first()
except PlatformProblem as problem:
    seen["refused"] = {"code": problem.code, "cause": getattr(problem.__cause__, "error", None)}

print(json.dumps(seen))
