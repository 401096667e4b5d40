"""What a report must not tell, or shall not.

A report comes in, and one with other strings goes out: secrets are masked in every report when it is built, and what
somebody who shares a file wants left out is left out when it is written. Nothing here looks at the program: what it
keeps secret was read before, by the tracer.
"""
