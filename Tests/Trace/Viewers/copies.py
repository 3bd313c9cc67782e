"""Makes copies of a trace that LTTng has written, each as if another process had written it.

    copies.py TRACE DIRECTORY COUNT

TRACE is the directory of one process, with its metadata. Each copy has an identity and a process id
of its own.
"""

import os
import re
import shutil
import struct
import sys
import uuid

source, target, count = sys.argv[1], sys.argv[2], int(sys.argv[3])

with open(os.path.join(source, "metadata"), "rb") as file:
    metadata = file.read()
name = re.search(rb'\tuuid = "([0-9a-f-]{36})"', metadata).group(1)
identity = uuid.UUID(name.decode()).bytes
vpid = re.search(rb"\tvpid = (\d+);", metadata).group(1)

streams = {}
for entry in sorted(os.listdir(source)):
    path = os.path.join(source, entry)
    if entry != "metadata" and os.path.isfile(path):
        with open(path, "rb") as file:
            streams[entry] = file.read()

for number in range(count):
    copy = os.path.join(target, f"process-{number}")
    shutil.copytree(os.path.join(source, "index"), os.path.join(copy, "index"))
    own = uuid.uuid4()
    # The new ids have the same length, so that sizes in the packets of the metadata stay right.
    pid = str(10 ** (len(vpid) - 1) + number).encode()[-len(vpid) :]
    with open(os.path.join(copy, "metadata"), "wb") as file:
        file.write(
            metadata.replace(name, str(own).encode())
            .replace(identity, own.bytes)
            .replace(b"\tvpid = " + vpid, b"\tvpid = " + pid)
        )
    for entry, content in streams.items():
        content = bytearray(content)
        at = 0
        while at < len(content):
            content[at + 4 : at + 20] = own.bytes
            # The size of a packet in bits, after the times and the size of its content.
            at += struct.unpack_from("<Q", content, at + 56)[0] // 8
        with open(os.path.join(copy, entry), "wb") as file:
            file.write(content)
