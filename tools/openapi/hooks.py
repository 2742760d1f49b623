"""What no schema can say, for Schemathesis."""

import base64
import os

import schemathesis

OWN_IDS = set(os.environ["KICKOFF_OWN_IDS"].split(","))
NO_ID = "0" * 24
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)


@schemathesis.hook
def before_call(context, case, kwargs):
    # The accounts of the test itself must not be suspended or removed.
    parameters = case.path_parameters or {}
    for name, value in parameters.items():
        if str(value).lower() in OWN_IDS:
            parameters[name] = NO_ID
    if case.meta and case.meta.generation.mode.is_positive:
        # A cursor is signed: only the server can make one.
        if case.query:
            case.query.pop("cursor", None)
        if case.media_type == "multipart/form-data" and isinstance(case.body, dict):
            send_pictures_only(case.body)
            # Which posts exist, and what JSON in a text field says, are no matter of a schema.
            for name in ("quote", "poll"):
                case.body.pop(name, None)


def send_pictures_only(form):
    """What a file holds decides, and there is no video here that the server would take."""
    if form.pop("video", None) is not None:
        form.setdefault("text", "Goal!")
    for name in {"image", "media", "profilePicture"} & form.keys():
        form[name] = PNG
    if "mediaType" in form:
        form["mediaType"] = "image"


@schemathesis.hook
def filter_body(context, body):
    # A body is refused where it is nested deeper than 10 levels, which a recursive schema cannot say.
    return depth_of(body) <= 10


def depth_of(value):
    if isinstance(value, dict):
        return 1 + max(map(depth_of, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(depth_of, value), default=0)
    return 0
