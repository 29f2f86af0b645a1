"""The language server: diagnostics while typing, explanations on hovering, fixes as code actions.

The server process speaks the protocol and never parses anything; worker processes do, so that a crash or a hang of
libclang costs a worker. Only `cudalint server` imports pygls.
"""
