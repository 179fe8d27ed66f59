"""Making certificates, which prove how many solutions a puzzle has; see docs/certificates.md."""

from hashi_gui.certifying.certificate import (
    certify,
    certify_mistake,
    certify_step,
    write_certificate,
)

__all__ = ["certify", "certify_mistake", "certify_step", "write_certificate"]
