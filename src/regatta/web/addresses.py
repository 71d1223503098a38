"""From which address somebody asks. It is no identity: a school has one, and a phone has many."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litestar.types import Scope

UNKNOWN = "unknown"
HOUSE = 64
"""Bits of an IPv6 address that a house has for itself; the others it may choose anew for each request."""


def address_of(scope: Scope) -> str:
    """Return the address of a request as one that limits can count by.

    It is the client's own where a trusted proxy says so (``hosting.trusted_proxies``); of IPv6 the /64 network.
    """
    client = scope.get("client")
    return counted(client[0]) if client else UNKNOWN


@lru_cache(maxsize=4096)
def counted(host: str) -> str:
    """Return how an address is counted: ``192.0.2.7``, ``2001:db8:1:2::/64``, or ``unknown``."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((found, HOUSE), strict=False))
    return str(found)
