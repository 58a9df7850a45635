from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping
from typing import Literal, cast

from .models import Event

Reason = Literal["header_missing", "timestamp_out_of_tolerance", "signature_invalid"]


class InvalidWebhook(Exception):
    """A message that must be rejected with status 401."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def _key_of(secret: str) -> bytes:
    if not secret.startswith("whsec_"):
        raise TypeError("a webhook secret begins with whsec_")
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error as error:
        raise TypeError("a webhook secret is base64 after whsec_") from error


def verify_webhook(
    headers: Mapping[str, str], body: bytes | str, secret: str | Iterable[str], *, tolerance: float = 300
) -> Event:
    """
    Verifies a message after Standard Webhooks 1.0.0 and returns its event. Pass the raw body: parsed and serialized again, it has
    another signature. Store ``event["id"]`` to detect duplicates.

    ``secret``: the signing secret of the endpoint, ``whsec_…``; several during a rotation. ``tolerance``: seconds that the clocks may
    differ. Raises ``InvalidWebhook`` if the message is not from the platform, or too old.
    """
    found = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not found.get(name):
            raise InvalidWebhook("header_missing", f"the header {name} is missing")
    message_id, timestamp = found["webhook-id"], found["webhook-timestamp"]
    is_number = timestamp.isascii() and timestamp.isdecimal() and len(timestamp) <= 12
    if not is_number or abs(time.time() - int(timestamp)) > tolerance:
        text = f"the timestamp {timestamp} differs by more than {tolerance} seconds"
        raise InvalidWebhook("timestamp_out_of_tolerance", text)
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + raw
    signatures = [one.encode() for one in found["webhook-signature"].split(" ")]
    for one in [secret] if isinstance(secret, str) else secret:
        expected = b"v1," + base64.b64encode(hmac.new(_key_of(one), signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, signature) for signature in signatures):
            return cast(Event, json.loads(raw))
    raise InvalidWebhook("signature_invalid", "no signature matches the message")
