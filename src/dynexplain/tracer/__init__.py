"""The tracer: taps on Dynamo, and the recorder that they write to. Only this package uses private names of torch."""
