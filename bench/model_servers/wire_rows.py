"""Configurations by how replies reach the wire, how usage is told, and what changes the reply."""

from __future__ import annotations

from typing import Any

from .configurations import Configuration, Expected
from .forms import Told
from .refusals import Refusal, anthropic_error, google_error, openai_error
from .server_rows import placed
from .wires import Wire

_GH = "https://github.com/"
_SSE = "https://html.spec.whatwg.org/multipage/server-sent-events.html"
_OPENAI = "https://platform.openai.com/docs/"
_ROUTER = "https://openrouter.ai/docs/api-reference/"
_OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
_ROUTED = {"id": "gen-1", "object": "chat.completion.chunk", "provider": "p",
           "error": {"code": 502, "message": "Provider disconnected"},
           "choices": [{"index": 0, "delta": {"content": ""}, "finish_reason": "error"}]}  # fmt: skip

WIRES: tuple[tuple[str, str, Expected, str, Wire], ...] = (
    # name, setting server or kind, what should come of it, source, wire
    ("sse carriage returns", "", "answers", _SSE, Wire(line="\r")),
    ("sse both line ends", "", "answers", _SSE, Wire(line="\r\n")),
    ("sse no space", "", "answers", _SSE, Wire(tight=True)),
    ("sse ids and retries", "", "answers", _SSE, Wire(fields="id: 7\nretry: 3000")),
    ("sse byte order mark", "", "answers", _SSE, Wire(before="\ufeff")),
    ("sse bytes one by one", "", "answers", "https://www.rfc-editor.org/rfc/rfc9112", Wire(split=True)),
    ("sse event names", "", "answers", _SSE, Wire(fields="event: message")),
    ("openrouter comments", "openrouter", "answers", _ROUTER + "streaming", Wire(comments="OPENROUTER PROCESSING")),
    ("deepseek keep-alive", "deepseek", "answers", "https://api-docs.deepseek.com/quick_start/rate_limit", Wire(comments="keep-alive")),
    ("deepseek blank lines before", "deepseek", "answers", "https://api-docs.deepseek.com/quick_start/rate_limit", Wire(before="\n\n\n\n")),
    ("gemini stream as an array", "google", "answers", "https://ai.google.dev/api/generate-content", Wire(array=True, media="application/json")),
    ("gateway stream as an array", "", "answers", _GH + "BerriAI/litellm/issues", Wire(array=True, media="application/json")),
    ("stream as lines", "", "answers", _GH + "jmorganca/ollama/blob/main/docs/api.md", Wire(lines=True, media="application/x-ndjson")),
    ("stream without a media type", "", "answers", _GH + "openai/openai-node/issues", Wire(media="")),
    ("stream as text/plain", "", "answers", _GH + "mudler/LocalAI/issues", Wire(media="text/plain; charset=utf-8")),
    ("stream as application/json", "", "answers", _GH + "openai/openai-node/issues", Wire(media="application/json")),
    ("stream as octets", "", "answers", "https://www.rfc-editor.org/rfc/rfc2046", Wire(media="application/octet-stream")),
    ("anthropic without a media type", "anthropic", "answers", _SSE, Wire(media="")),
    ("anthropic carriage returns", "anthropic", "answers", _SSE, Wire(line="\r")),
    ("gemini carriage returns", "google", "answers", _SSE, Wire(line="\r\n")),
    ("asked for a stream, gets a body", "", "answers", _GH + "BerriAI/litellm/issues", Wire(never_streams=True)),
    ("gemini asked for a stream, gets a body", "google", "answers", "https://ai.google.dev/api/generate-content", Wire(never_streams=True)),
    ("anthropic asked for a stream, gets a body", "anthropic", "answers", "https://docs.anthropic.com/en/api/messages", Wire(never_streams=True)),
    ("ollama asked for a stream, gets a body", "ollama", "answers", "https://docs.ollama.com/api", Wire(never_streams=True)),
    ("body without a media type", "", "answers", "https://www.rfc-editor.org/rfc/rfc9110", Wire(never_streams=True, plain="")),
    ("body as text/html", "", "answers", "https://www.rfc-editor.org/rfc/rfc9110", Wire(never_streams=True, plain="text/html")),
    ("gzip unasked", "", "answers", "https://www.rfc-editor.org/rfc/rfc9110", Wire(gzip=True)),
    ("HTTP/1.0", "", "answers", "https://www.rfc-editor.org/rfc/rfc1945", Wire(close=True)),
    ("llama-cpp-python HTTP/1.0 body", "", "answers", _GH + "abetlen/llama-cpp-python", Wire(close=True, never_streams=True)),
    ("stream not chunked", "", "answers", "https://www.rfc-editor.org/rfc/rfc9112", Wire(chunked=False)),
    ("103 early hints", "", "answers", "https://www.rfc-editor.org/rfc/rfc8297", Wire(informs=103)),
    ("100 continue unasked", "", "answers", "https://www.rfc-editor.org/rfc/rfc9110", Wire(informs=100)),
    ("openrouter error in the stream, once", "openrouter", "wait", _ROUTER + "errors", Wire(error=_ROUTED, times=2)),
    ("openrouter error in every stream", "openrouter", "stop", _ROUTER + "errors", Wire(error=_ROUTED)),
    ("anthropic overloaded in the stream", "anthropic", "wait", "https://docs.anthropic.com/en/api/messages-streaming", Wire(error=_OVERLOADED, times=2)),
    ("vllm error in the stream", "vllm", "wait", _GH + "vllm-project/vllm/issues", Wire(error={"object": "error", "message": "EngineDeadError", "type": "InternalServerError", "param": None, "code": 500}, times=1)),
    ("ollama error in the stream", "ollama", "wait", "https://docs.ollama.com/api/errors", Wire(error={"error": "an error was encountered while running the model: unexpected EOF"}, times=1)),
    ("gemini error in the stream", "google", "wait", _GH + "googleapis/python-genai/issues", Wire(error=google_error(503, "UNAVAILABLE", "The model is overloaded."), times=2)),
    ("connection breaks twice", "", "wait", _GH + "openai/openai-python/issues", Wire(breaks=0.6, times=2)),
    ("anthropic connection breaks twice", "anthropic", "wait", _GH + "anthropics/anthropic-sdk-python/issues", Wire(breaks=0.7, times=2)),
    ("ollama connection breaks once", "ollama", "wait", _GH + "ollama/ollama/issues", Wire(breaks=0.5, times=1)),
    ("gemini connection breaks once", "google", "wait", _GH + "google-gemini/gemini-cli/issues", Wire(breaks=0.5, times=1)),
    ("body is too short, once", "", "wait", "https://www.rfc-editor.org/rfc/rfc9112", Wire(never_streams=True, short=40, times=1)),
    ("every connection breaks", "", "stop", _GH + "openai/openai-python/issues", Wire(breaks=0.4)),
    ("stalls once", "", "wait", _GH + "vllm-project/vllm/issues", Wire(stalls=0.5, times=1)),
    ("anthropic stalls once", "anthropic", "wait", "https://docs.anthropic.com/en/api/errors", Wire(stalls=0.5, times=1)),
    ("ollama stalls always", "ollama", "stop", _GH + "ollama/ollama/issues", Wire(stalls=0.5)),
    ("silent for long, twice", "", "wait", "https://api-docs.deepseek.com/quick_start/rate_limit", Wire(late=9.0, times=2)),
    ("slow pieces", "", "answers", _OPENAI + "api-reference/streaming", Wire(slow=0.1)),
)  # fmt: skip

TOLDS: tuple[tuple[str, str, str, str, Told], ...] = (
    # name, setting server or kind, shape, source, told
    ("usage nowhere", "", "good", _GH + "ggml-org/llama.cpp/issues", Told("none")),
    ("ollama usage nowhere", "ollama", "good", _GH + "ollama/ollama/issues", Told("none")),
    ("gemini usage nowhere", "google", "good", "https://ai.google.dev/api/generate-content", Told("none")),
    ("usage beside the finish", "mistral", "good", "https://docs.mistral.ai/api/", Told("finish")),
    ("usage cumulative", "vllm", "good", "https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html", Told("each")),
    ("usage in x_groq", "groq", "good", "https://console.groq.com/docs/api-reference", Told("x_groq")),
    ("usage in the first chunk", "", "good", _GH + "BerriAI/litellm/issues", Told("first")),
    ("usage unasked at the end", "lmstudio", "good", "https://lmstudio.ai/docs/api/openai-api", Told("end")),
    ("usage nowhere, answers bad", "", "prose", _GH + "ggml-org/llama.cpp/issues", Told("none")),
    ("no DONE", "", "good", _GH + "Azure/azure-sdk-for-net/issues", Told(done=False)),
    ("no finish", "", "good", _GH + "anomalyco/opencode/issues/37852", Told(finish=False)),
    ("no finish, no DONE", "", "good", _GH + "anomalyco/opencode/issues/37852", Told(finish=False, done=False)),
    ("no finish, no DONE, no usage", "", "good", _GH + "anomalyco/opencode/issues/37852", Told("none", finish=False, done=False)),
    ("anthropic gateway without its end", "anthropic", "good", _GH + "BerriAI/litellm/issues", Told(finish=False)),
    ("gemini no finish", "google", "good", _GH + "google-gemini/deprecated-generative-ai-python/issues", Told(finish=False)),
    ("ollama no done line", "ollama", "good", _GH + "ollama/ollama/issues", Told(finish=False)),
    ("one letter a piece", "llama.cpp", "good", _GH + "ggml-org/llama.cpp/tree/master/tools/server", Told(size=1)),
    ("one piece", "", "good", "https://docs.litellm.ai/docs/completion/stream", Told(size=100_000)),
)  # fmt: skip

CHANGING: tuple[tuple[str, str, str, str, dict[str, str]], ...] = (
    # name, setting server or kind, shape, source, other shapes where a request has a property
    ("gpt-oss empty with a schema", "vllm", "good", _GH + "vllm-project/vllm/issues", {"schema": "empty"}),
    ("ollama gpt-oss empty with a format", "ollama", "good", _GH + "HarperFast/harper/issues/1805", {"form": "empty"}),
    ("ollama spaces with a format", "ollama", "good", _GH + "ollama/ollama/issues", {"form": "spaces to the end"}),
    ("qwen exclamation marks with a schema", "vllm", "good", _GH + "vllm-project/vllm/issues", {"schema": "exclamation marks"}),
    ("deepseek empty json mode", "deepseek", "good", "https://api-docs.deepseek.com/guides/json_mode", {"form": "empty"}),
    ("sglang loop with a schema", "", "good", _GH + "sgl-project/sglang/issues", {"schema": "loop"}),
    ("gemini empty object with a schema", "google", "good", _GH + "googleapis/python-genai/issues", {"schema": "empty object"}),
    ("gemini loop in json mode", "google", "good", _GH + "googleapis/python-genai/issues", {"form": "loop"}),
    ("system message ignored, prose", "llama.cpp", "prose", _GH + "felixrieseberg/clippy/issues/46", {"user alone": "good"}),
    ("mistral template drops system", "vllm", "prose", _GH + "microsoft/autogen/issues/1037", {"user alone": "good"}),
    ("stream empty, body good", "", "good", _GH + "vllm-project/vllm/issues", {"stream": "empty"}),
    ("ollama stream with tools empty", "ollama", "good", _GH + "ollama/ollama/issues", {"stream": "empty"}),
    ("thinking uses the room", "openai", "thought and good", "https://platform.openai.com/docs/guides/reasoning", {"under 4000": "thinking to the end"}),
    ("qwen3 thinking uses the room", "vllm", "thought and good", _GH + "QwenLM/Qwen3/issues", {"under 6000": "thinking to the end"}),
    ("gemini 2.5 thinking uses the room", "google", "thought and good", _GH + "googleapis/python-genai/issues", {"under 4000": "thinking to the end"}),
    ("ollama thinking uses the room", "ollama", "thought and good", _GH + "ollama/ollama/issues/16184", {"under 4000": "open think to the end"}),
    ("anthropic thinking uses the room", "anthropic", "thought and good", "https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking", {"under 4000": "thinking to the end"}),
    ("ollama thinks without end unless told", "ollama", "good", _GH + "ollama/ollama/issues", {"thinks": "open think to the end"}),
    ("vllm qwen3 thinks without end unless told", "vllm", "good", _GH + "QwenLM/Qwen3/issues", {"thinks": "thinking to the end"}),
    ("glm 4.5 thinks without end unless told", "", "good", "https://docs.z.ai/guides/capabilities/thinking-mode", {"thinks": "thinking to the end"}),
    ("gemini flash thinks without end unless told", "google", "good", "https://ai.google.dev/gemini-api/docs/thinking", {"thinks": "thinking to the end"}),
)  # fmt: skip

KINDS: tuple[tuple[str, str, str, str], ...] = (
    # name, kind, shape, source: the shapes of other APIs
    ("anthropic tool_use unasked", "anthropic", "tool call", "https://docs.anthropic.com/en/docs/build-with-claude/tool-use/overview"),
    ("anthropic answer in thinking", "anthropic", "in reasoning_content", "https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking"),
    ("anthropic fence", "anthropic", "prose around a fence", "https://docs.anthropic.com/en/docs/test-and-evaluate/strengthen-guardrails/increase-consistency"),
    ("anthropic refusal", "anthropic", "content filter", "https://docs.anthropic.com/en/docs/test-and-evaluate/strengthen-guardrails/handle-streaming-refusals"),
    ("anthropic empty end_turn", "anthropic", "empty", "https://docs.anthropic.com/en/api/handling-stop-reasons"),
    ("gemini functionCall unasked", "google", "tool call", "https://ai.google.dev/gemini-api/docs/function-calling"),
    ("gemini answer in a thought", "google", "in reasoning_content", "https://ai.google.dev/gemini-api/docs/thinking"),
    ("gemini fence", "google", "fence", "https://ai.google.dev/gemini-api/docs/structured-output"),
    ("gemini safety", "google", "content filter", "https://ai.google.dev/gemini-api/docs/safety-settings"),
    ("gemini empty STOP", "google", "empty", _GH + "googleapis/python-genai/issues"),
)  # fmt: skip

_SHORT = {"timeout": 5.0}
_EMPTY = {"empty", "content filter", "prose"}


def _settings(wire: Wire) -> dict[str, Any]:
    return _SHORT if wire.stalls or wire.late else {}


_OFF = Refusal(400, openai_error("Unrecognized request argument supplied: stream_options"))

ROWS: tuple[Configuration, ...] = (
    *(Configuration(name, source, expects, wire=wire, settings=_settings(wire), **placed(server))
      for name, server, expects, source, wire in WIRES),
    *(Configuration(name, source, "no answer" if shape in _EMPTY else "answers", shape=shape,
                    **placed(server))._replace(told=told)
      for name, server, shape, source, told in TOLDS),
    *(Configuration(name, source, "answers", shape=shape, instead=instead, **placed(server))
      for name, server, shape, source, instead in CHANGING),
    *(Configuration(name, source, "no answer" if shape in _EMPTY else "answers", shape=shape,
                    kind=kind)
      for name, kind, shape, source in KINDS),
    Configuration("redirect 307", "https://www.rfc-editor.org/rfc/rfc9110", "answers", moved=307),
    Configuration("redirect 308", "https://www.rfc-editor.org/rfc/rfc9110", "answers", moved=308),
    Configuration("old azure: three refusals", _GH + "openai/openai-python/issues/1469",
                  "answers", refuses=(("stream_options", _OFF), ("schema", Refusal(
                      400, openai_error("Invalid parameter: 'response_format' of type 'json_schema' "
                                        "is not supported with this model.",
                                        param="response_format"))),
                      ("json_object", Refusal(400, openai_error(
                          "'response_format' is not supported", param="response_format"))))),
    Configuration("o1-preview: four refusals", _OPENAI + "guides/reasoning", "answers", refuses=(
        ("max_tokens", Refusal(400, openai_error(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use "
            "'max_completion_tokens' instead.", param="max_tokens", code="unsupported_parameter"))),
        ("form", Refusal(400, openai_error("Invalid parameter: 'response_format' is not supported "
                                           "with this model.", param="response_format"))),
        ("system", Refusal(400, openai_error(
            "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
            param="messages[0].role", code="unsupported_value"))),
        ("stream", Refusal(400, openai_error(
            "Unsupported value: 'stream' does not support true with this model. Only the default "
            "(false) value is supported.", param="stream", code="unsupported_value"))))),
    Configuration("gemma on gemini: two refusals", _GH + "google/adk-python/issues/3900", "answers",
                  kind="google", refuses=(
                      ("system", Refusal(400, google_error(
                          400, "INVALID_ARGUMENT",
                          "Developer instruction is not enabled for models/gemma-3-12b-it"))),
                      ("form", Refusal(400, google_error(
                          400, "INVALID_ARGUMENT",
                          "JSON mode is not enabled for models/gemma-3-12b-it"))))),
    Configuration("anthropic old model: schema refused, prose in plain",
                  "https://docs.anthropic.com/en/docs/build-with-claude/structured-outputs",
                  "answers", kind="anthropic", shape="prose around a fence", refuses=(
                      ("schema", Refusal(400, anthropic_error(
                          "invalid_request_error",
                          "m1 does not support output_config.format."))),
                      ("tools", Refusal(400, anthropic_error(
                          "invalid_request_error", "tools: not supported by this model"))))),
)  # fmt: skip
