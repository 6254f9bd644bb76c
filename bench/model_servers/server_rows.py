"""Configurations by what a server refuses and how it limits, with the vendor's status and body."""

from __future__ import annotations

from typing import Any

from .configurations import Configuration, Expected
from .forms import Told
from .refusals import (
    Limit,
    Refusal,
    anthropic_error,
    google_error,
    openai_error,
    quota,
    retry_info,
)

_GH = "https://github.com/"
_OPENAI = "https://platform.openai.com/docs/"
_GROQ = "https://console.groq.com/docs/"
_ANTHROPIC = "https://docs.anthropic.com/en/api/"
_GOOGLE = "https://ai.google.dev/gemini-api/docs/"
_ROUTER = "https://openrouter.ai/docs/api-reference/"


def _bad(message: str, param: str | None = None, code: Any = None, status: int = 400) -> Refusal:
    return Refusal(status, openai_error(message, "invalid_request_error", code, param))


def _vllm(message: str, status: int = 400) -> Refusal:
    return Refusal(status, {"object": "error", "message": message, "type": "BadRequestError",
                            "param": None, "code": status})  # fmt: skip


def _extra(field: str) -> Refusal:
    return Refusal(422, {"detail": [{"type": "extra_forbidden", "loc": ["body", field],
                                     "msg": "Extra inputs are not permitted", "input": {}}]})  # fmt: skip


def _google(message: str, code: int = 400, status: str = "INVALID_ARGUMENT") -> Refusal:
    return Refusal(code, google_error(code, status, message))


def _unsupported(name: str, use: str) -> Refusal:
    return _bad(f"Unsupported parameter: '{name}' is not supported with this model. Use '{use}' "
                "instead.", name, "unsupported_parameter")  # fmt: skip


_VERIFY = _bad("Your organization must be verified to stream this model. Please go to: "
               "https://platform.openai.com/settings/organization/general and click on Verify "
               "Organization.", "stream", "unsupported_value")  # fmt: skip
_VERIFY_ROUTED = Refusal(400, {"error": {
    "message": "Provider returned error", "code": 400,
    "metadata": {"raw": '{"error": {"message": "Your organization must be verified to stream this '
                        'model.", "param": "stream", "code": "unsupported_value"}}',
                 "provider_name": "OpenAI"}}})  # fmt: skip
_RESPONSES = Refusal(404, openai_error(
    "This model is only supported in v1/responses and not in v1/chat/completions.",
    "invalid_request_error", None, "model"))  # fmt: skip

REFUSING: tuple[tuple[str, str, str, str, Refusal], ...] = (
    # name, setting server or kind, what is refused, source, refusal
    ("openai unverified organisation", "openai", "stream", _GH + "charmbracelet/crush/issues/422", _VERIFY),
    ("openrouter unverified organisation", "openrouter", "stream", _GH + "BeehiveInnovations/pal-mcp-server/issues/134", _VERIFY_ROUTED),
    ("o1 max_tokens", "", "max_tokens", _OPENAI + "guides/reasoning", _unsupported("max_tokens", "max_completion_tokens")),
    ("old server max_completion_tokens", "openai", "max_completion_tokens", _GH + "vllm-project/vllm/issues", _bad("Unrecognized request argument supplied: max_completion_tokens", None)),
    ("azure stream_options", "", "stream_options", _GH + "openai/openai-python/issues/1469", _bad("Unrecognized request argument supplied: stream_options")),
    ("mistral stream_options", "mistral", "stream_options", _GH + "zeroclaw-labs/zeroclaw/issues/2693", _extra("stream_options")),
    ("o1-mini system role", "", "system", _OPENAI + "guides/reasoning", _bad("Unsupported value: 'messages[0].role' does not support 'system' with this model.", "messages[0].role", "unsupported_value")),
    ("gemma system role in vllm", "vllm", "system", _GH + "vllm-project/vllm/pull/2964", _vllm("System role not supported")),
    ("mistral 7b alternates", "vllm", "system", _GH + "microsoft/autogen/issues/1037", _vllm("Conversation roles must alternate user/assistant/user/assistant/...")),
    ("gemma system role in llama.cpp", "llama.cpp", "system", _GH + "ggml-org/llama.cpp/issues", Refusal(500, {"error": {"code": 500, "message": "Value is not callable: raise_exception(\"System role not supported\") at row 1", "type": "server_error"}})),
    ("lmstudio roles", "lmstudio", "system", _GH + "lmstudio-ai/lmstudio-bug-tracker/issues", _bad("Error rendering prompt with jinja template: Only user and assistant roles are supported!")),
    ("gemini gemma developer instruction", "google", "system", _GH + "0xPlaygrounds/rig/issues/788", _google("Developer instruction is not enabled for models/gemma-3-27b-it")),
    ("new-api developer instruction", "", "system", _GH + "QuantumNous/new-api/issues/989", Refusal(400, {"error": {"message": "Developer instruction is not enabled for models/gemini-2.0-flash-exp (request id: 2025)", "type": "", "param": "", "code": 400}})),
    ("deepseek json_schema", "deepseek", "schema", "https://api-docs.deepseek.com/guides/json_mode", _bad("This response_format type is unavailable now")),
    ("gpt-3.5 json_schema", "openai", "schema", _OPENAI + "guides/structured-outputs", _bad("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.", "response_format")),
    ("groq json_schema", "groq", "schema", _GROQ + "structured-outputs", _bad("This model does not support response format `json_schema`. See supported models at https://console.groq.com/docs/structured-outputs#supported-models")),
    ("groq json_validate_failed", "groq", "form", _GROQ + "structured-outputs", Refusal(400, {"error": {"message": "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.", "type": "invalid_request_error", "code": "json_validate_failed", "failed_generation": ""}})),
    ("lmstudio json_object", "lmstudio", "json_object", _GH + "lmstudio-ai/lmstudio-bug-tracker/issues/189", Refusal(400, {"error": "'response_format.type' must be 'json_schema' or 'text'"})),
    ("lmstudio no forms", "lmstudio", "form", _GH + "lmstudio-ai/lmstudio-bug-tracker/issues/189", Refusal(400, {"error": "'response_format.type' must be 'text'"})),
    ("openai json mode without the word", "", "form", _OPENAI + "guides/structured-outputs", _bad("'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.", "messages")),
    ("perplexity json_object", "", "json_object", "https://docs.perplexity.ai/guides/structured-outputs", _bad("response_format must be one of json_schema, regex")),
    ("together json", "", "schema", "https://docs.together.ai/docs/json-mode", _bad("response_format of type json_schema is not supported for this model", "response_format", "invalid_value", 422)),
    ("fireworks grammar", "", "form", "https://docs.fireworks.ai/structured-responses/structured-response-formatting", _bad("Could not compile the JSON schema")),
    ("cerebras maxLength", "", "max length in a schema", "https://inference-docs.cerebras.ai/capabilities/structured-outputs", _bad("Unsupported JSON schema fields: {'maxLength'}", "response_format", "wrong_api_format")),
    ("openai old strict maxLength", "openai", "max length in a schema", _OPENAI + "guides/structured-outputs", _bad("Invalid schema for response_format 'answer': In context=('properties', 'reasoning'), 'maxLength' is not permitted.", "response_format")),
    ("xai maxLength", "", "max length in a schema", "https://docs.x.ai/docs/guides/structured-outputs", Refusal(400, {"code": "Client specified an invalid argument", "error": "maxLength is not supported in response_format"})),
    ("vllm xgrammar unsupported", "vllm", "schema", _GH + "vllm-project/vllm/issues", _vllm("The provided JSON schema contains features not supported by xgrammar.")),
    ("sglang without grammar backend", "", "form", "https://docs.sglang.ai/advanced_features/structured_outputs.html", Refusal(400, {"object": "error", "message": "Grammar-based generation (json_schema) is not supported when the server is launched with --grammar-backend none", "type": "BadRequestError", "param": None, "code": 400})),
    ("tgi grammar", "", "form", "https://huggingface.co/docs/text-generation-inference/guidance", Refusal(422, {"error": "Input validation error: grammar is not supported", "error_type": "validation"})),
    ("hf router json_schema", "", "schema", "https://huggingface.co/docs/inference-providers/guides/structured-output", Refusal(422, {"error": {"message": "response_format: json_schema not supported by the provider", "http_status_code": 422}})),
    ("cloudflare json mode", "", "form", "https://developers.cloudflare.com/workers-ai/features/json-mode/", Refusal(400, {"errors": [{"message": "AiError: JSON Mode couldn't be met", "code": 5025}], "success": False, "result": {}, "messages": []})),
    ("github models forms", "", "schema", _GH + "orgs/community/discussions", Refusal(422, {"error": {"code": "unprocessable_entity", "message": "response_format: Invalid value 'json_schema'", "details": ""}})),
    ("nvidia nim forms", "", "form", "https://docs.nvidia.com/nim/large-language-models/latest/structured-generation.html", Refusal(400, {"type": "about:blank", "status": 400, "title": "Bad Request", "detail": "Validation: Unsupported parameter(s): `response_format`"})),
    ("moonshot stream_options", "", "stream_options", "https://platform.moonshot.ai/docs/api/chat", _bad("Invalid request: unknown field stream_options")),
    ("zhipu max tokens", "", "over 1024", "https://docs.bigmodel.cn/cn/api/api-code", Refusal(400, {"error": {"code": "1210", "message": "API 调用参数有误，请检查文档。max_tokens 应小于等于 1024"}})),
    ("openai max tokens too large", "openai", "over 1024", _GH + "Significant-Gravitas/AutoGPT/issues", _bad("max_tokens is too large: 2048. This model supports at most 1024 completion tokens, whereas you provided 2048.", "max_tokens", "invalid_value")),
    ("groq max tokens", "groq", "over 1024", _GROQ + "models", _bad("`max_tokens` must be less than or equal to `1024`, the maximum value for `max_tokens` is less than the `context_window` for this model", "max_tokens")),
    ("dashscope max tokens", "", "over 1024", "https://help.aliyun.com/zh/model-studio/error-code", _bad("<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 1024]", None, "invalid_parameter_error")),
    ("deepseek max tokens", "deepseek", "over 1024", "https://api-docs.deepseek.com/quick_start/error_codes", _bad("Invalid max_tokens value, the valid range of max_tokens is [1, 1024]")),
    ("anthropic max tokens", "anthropic", "over 1024", _ANTHROPIC + "errors", Refusal(400, anthropic_error("invalid_request_error", "max_tokens: 2048 > 1024, which is the maximum allowed number of output tokens for claude-3-opus-20240229"))),
    ("gemini max tokens", "google", "over 1024", _GOOGLE + "models", _google("Unable to submit request because it has a maxOutputTokens value of 2048 but the supported range is from 1 (inclusive) to 1025 (exclusive). Update the value and try again.")),
    ("tgi max new tokens", "", "over 1024", _GH + "huggingface/text-generation-inference/issues", Refusal(422, {"error": "Input validation error: `max_new_tokens` must be <= 1024. Given: 2048", "error_type": "validation"})),
    ("cohere max tokens", "", "over 1024", "https://docs.cohere.com/docs/compatibility-api", Refusal(400, {"id": "1", "message": "too many tokens: max tokens must be less than or equal to 1024, the maximum output length for this model - received 2048."})),
    ("vllm context small", "vllm", "over 1024", _GH + "ogx-ai/ogx/issues/4534", _vllm("This model's maximum context length is 3072 tokens. However, you requested 3400 tokens (1352 in the messages, 2048 in the completion). Please reduce the length of the messages or completion.")),
    ("vllm max_completion_tokens too large", "vllm", "over 1024", _GH + "vllm-project/vllm/issues", _vllm("'max_tokens' or 'max_completion_tokens' is too large: 2048. This model's maximum context length is 2400 tokens and your request has 1376 input tokens (2048 > 2400 - 1376).")),
    ("anthropic without output_config", "anthropic", "schema", _ANTHROPIC + "messages", Refusal(400, anthropic_error("invalid_request_error", "output_config: Extra inputs are not permitted"))),
    ("anthropic tool_choice with thinking", "anthropic", "tool_choice", "https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking", Refusal(400, anthropic_error("invalid_request_error", "Thinking may not be enabled when tool_choice forces tool use."))),
    ("gateway of anthropic no cache_control", "anthropic", "cache_control", _GH + "BerriAI/litellm/issues", Refusal(400, anthropic_error("invalid_request_error", "system.0.cache_control: Extra inputs are not permitted"))),
    ("gemini v1 systemInstruction", "google", "system", _GH + "google-gemini/deprecated-generative-ai-js/issues", _google("Invalid JSON payload received. Unknown name \"systemInstruction\": Cannot find field.")),
    ("gemini v1 responseJsonSchema", "google", "schema", _GH + "googleapis/python-genai/issues", _google("Invalid JSON payload received. Unknown name \"responseJsonSchema\" at 'generation_config': Cannot find field.")),
    ("gemma json mode", "google", "form", _GH + "google-gemini/deprecated-generative-ai-python/issues/137", _google("Json mode is not enabled for models/gemini-pro")),
    ("ollama grammar fails", "ollama", "schema", _GH + "ollama/ollama/issues", Refusal(500, {"error": "SamplingFailed: grammar: failed to parse"})),
    ("ollama cloud truncate", "ollama", "truncate", "https://docs.ollama.com/cloud", Refusal(400, {"error": "unknown field: truncate"})),
    ("llama.cpp grammar fails", "llama.cpp", "form", _GH + "ggml-org/llama.cpp/issues", Refusal(400, {"error": {"code": 400, "message": "Failed to initialize samplers: failed to parse grammar", "type": "invalid_request_error"}})),
    ("tabbyapi schema", "", "form", _GH + "theroyallab/tabbyAPI/wiki", Refusal(503, {"detail": "Chat completion aborted. Please check the server console: JSON schema failed"})),
    ("text-generation-webui stream_options", "", "stream_options", _GH + "oobabooga/text-generation-webui/wiki/12-‐-OpenAI-API", _extra("stream_options")),
    ("litellm UnsupportedParams", "litellm", "form", "https://docs.litellm.ai/docs/completion/drop_params", Refusal(400, {"error": {"message": "litellm.UnsupportedParamsError: palm does not support parameters: ['response_format'], for model=m1. To drop these, set `litellm.drop_params=True`", "type": "None", "param": None, "code": "400"}})),
    ("openrouter no endpoint with parameters", "openrouter", "form", "https://openrouter.ai/docs/features/provider-routing", Refusal(404, {"error": {"message": "No endpoints found that can handle the requested parameters. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing", "code": 404}})),
    ("bedrock gateway stream", "", "stream", _GH + "aws-samples/bedrock-access-gateway/issues", Refusal(400, {"detail": "An error occurred (ValidationException) when calling the InvokeModelWithResponseStream operation: The model is unsupported for streaming"})),
    ("bedrock gateway system", "", "system", _GH + "aws-samples/bedrock-access-gateway", Refusal(400, {"detail": "An error occurred (ValidationException) when calling the Converse operation: This model doesn't support system messages. Try again without a system message or use a model that supports system messages."})),
    ("gateway wants stream", "", "no stream", "https://help.aliyun.com/zh/model-studio/deep-thinking", _bad("parameter.enable_thinking only support stream call")),
    ("o3 temperature", "", "temperature not 1", _OPENAI + "guides/reasoning", _bad("Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) value is supported.", "temperature", "unsupported_value")),
    ("o3 top_p", "", "top_p", _OPENAI + "guides/reasoning", _bad("Unsupported parameter: 'top_p' is not supported with this model.", "top_p", "unsupported_parameter")),
    ("claude 4.5 temperature and top_p", "anthropic", "temperature and top_p", _GH + "BerriAI/litellm/issues", Refusal(400, anthropic_error("invalid_request_error", "`temperature` and `top_p` cannot both be specified for this model. Please use only one."))),
    ("ollama does not think", "ollama", "think", _GH + "agentscope-ai/agentscope/issues/1099", Refusal(400, {"error": "\"m1\" does not support thinking"})),
    ("grok reasoning_effort", "", "reasoning_effort", "https://docs.x.ai/docs/guides/reasoning", Refusal(400, {"code": "Client specified an invalid argument", "error": "This model does not support parameter reasoningEffort."})),
)  # fmt: skip
"""A server refuses a property of requests, and answers requests without it."""

_REFUSING_SETTINGS: dict[str, dict[str, Any]] = {
    "o3 temperature": {"temperature": 0.3}, "o3 top_p": {"top_p": 0.9},
    "claude 4.5 temperature and top_p": {"temperature": 0.3, "top_p": 0.9},
    "ollama does not think": {"think": True},
    "grok reasoning_effort": {"extra": {"reasoning_effort": "low"}},
}  # fmt: skip


def _429(body: Any, **headers: str) -> Refusal:
    return Refusal(429, body, {key.replace("_", "-"): value for key, value in headers.items()})


_LIMIT = openai_error("Rate limit reached for gpt-4o in organization org-1 on requests per min "
                      "(RPM): Limit 3, Used 3, Requested 1. Please try again in 800ms.", "requests",
                      "rate_limit_exceeded")  # fmt: skip
_TPM = openai_error("Rate limit reached for model `llama-3.3-70b-versatile` in organization `org_1`"
                    " on tokens per minute (TPM): Limit 6000, Used 5800, Requested 1400. Please try"
                    " again in 1.2s. Need more tokens? Upgrade to Dev Tier.", "tokens",
                    "rate_limit_exceeded")  # fmt: skip
_QUOTA = openai_error("You exceeded your current quota, please check your plan and billing details.",
                      "insufficient_quota", "insufficient_quota")  # fmt: skip
_RPM_TEXT = (
    "You exceeded your current quota, please check your plan and billing details. For more "
    "information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits."
)
_PER_MINUTE = google_error(429, "RESOURCE_EXHAUSTED", _RPM_TEXT,
                           quota("GenerateRequestsPerMinutePerProjectPerModel-FreeTier", "10"),
                           retry_info("0.9s"))  # fmt: skip
_PER_DAY = google_error(429, "RESOURCE_EXHAUSTED", _RPM_TEXT,
                        quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier", "250"),
                        retry_info("31227s"))  # fmt: skip
_HTML_502 = ("<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad "
             "Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>")  # fmt: skip
_HTML_524 = "<!DOCTYPE html><html><head><title>524: A timeout occurred</title></head></html>"

LIMITED: tuple[tuple[str, str, Expected, str, Limit], ...] = (
    # name, setting server or kind, what should come of it, source, limit
    ("openai rpm in the message", "openai", "wait", _OPENAI + "guides/rate-limits", Limit(_429(_LIMIT), 3, 0.9)),
    ("openai retry-after-ms", "openai", "wait", _GH + "openai/openai-python/blob/main/src/openai/_base_client.py", Limit(_429(_LIMIT, retry_after_ms="300"), 2, 0.3)),
    ("openai x-ratelimit-reset", "openai", "wait", _OPENAI + "guides/rate-limits", Limit(_429(openai_error("Rate limit reached", "requests", "rate_limit_exceeded"), x_ratelimit_limit_requests="3", x_ratelimit_remaining_requests="0", x_ratelimit_reset_requests="900ms"), 3, 0.9)),
    ("groq tpm", "groq", "wait", _GROQ + "rate-limits", Limit(_429(_TPM, retry_after="1", x_ratelimit_reset_tokens="1.2s"), 4, 1.2)),
    ("groq tpm without a header", "groq", "wait", _GROQ + "rate-limits", Limit(_429(_TPM), 4, 1.2)),
    ("groq per day", "groq", "stop", _GROQ + "rate-limits", Limit(_429(openai_error("Rate limit reached for model `m1` on tokens per day (TPD): Limit 100000, Used 99900, Requested 1400. Please try again in 5h31m12s.", "tokens", "rate_limit_exceeded"), retry_after="19872"), 4)),
    ("gemini per minute", "google", "wait", _GH + "RooCodeInc/Roo-Code/issues/3883", Limit(_429(_PER_MINUTE), 4, 0.9)),
    ("gemini per day", "google", "stop", _GOOGLE + "rate-limits", Limit(_429(_PER_DAY), 4)),
    ("gemini per day, a delay of seconds", "google", "stop", _GH + "diegosouzapw/OmniRoute/issues/9504", Limit(_429(google_error(429, "RESOURCE_EXHAUSTED", _RPM_TEXT, quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier", "20"), retry_info("0.4s"))), 4)),
    ("gemini over openai per minute", "", "wait", _GOOGLE + "openai", Limit(_429([_PER_MINUTE]), 4, 0.9)),
    ("vertex exhausted", "google", "wait", _GH + "google-gemini/gemini-cli/issues/14811", Limit(_429(google_error(429, "RESOURCE_EXHAUSTED", "Resource exhausted. Please try again later. Please refer to https://cloud.google.com/vertex-ai/generative-ai/docs/error-code-429 for more details.")), 2, calls=1)),
    ("gemini overloaded", "google", "wait", _GH + "google-gemini/gemini-cli/issues", Limit(Refusal(503, google_error(503, "UNAVAILABLE", "The model is overloaded. Please try again later.")), 2, calls=2)),
    ("anthropic 429", "anthropic", "wait", _ANTHROPIC + "rate-limits", Limit(_429(anthropic_error("rate_limit_error", "This request would exceed the rate limit for your organization of 50 requests per minute."), retry_after="1", anthropic_ratelimit_requests_remaining="0"), 4, 1.0)),
    ("anthropic 529", "anthropic", "wait", _ANTHROPIC + "errors", Limit(Refusal(529, anthropic_error("overloaded_error", "Overloaded")), 3, calls=2)),
    ("anthropic credit", "anthropic", "stop", _ANTHROPIC + "errors", Limit(Refusal(400, anthropic_error("invalid_request_error", "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.")), 4)),
    ("openai credit gone", "openai", "stop", _OPENAI + "guides/error-codes", Limit(_429(_QUOTA), 5)),
    ("openrouter credit gone", "openrouter", "stop", _ROUTER + "errors", Limit(Refusal(402, {"error": {"message": "Insufficient credits. Add more using https://openrouter.ai/settings/credits", "code": 402}}), 5)),
    ("openrouter free per day", "openrouter", "stop", _GH + "Gitlawb/openclaude/issues/936", Limit(_429({"error": {"message": "Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day", "code": 429, "metadata": {"headers": {"X-RateLimit-Limit": "50", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "4102444800000"}}}}), 5)),
    ("openrouter free per minute", "openrouter", "wait", _ROUTER + "limits", Limit(_429({"error": {"message": "Rate limit exceeded: free-models-per-min. ", "code": 429, "metadata": {"headers": {"X-RateLimit-Limit": "20", "X-RateLimit-Remaining": "0"}}}}, retry_after="1"), 5, 1.0)),
    ("openrouter upstream 429", "openrouter", "wait", _ROUTER + "errors", Limit(_429({"error": {"message": "Provider returned error", "code": 429, "metadata": {"raw": "m1 is temporarily rate-limited upstream. Please retry shortly", "provider_name": "Chutes"}}}), 3, calls=1)),
    ("deepseek balance", "deepseek", "stop", "https://api-docs.deepseek.com/quick_start/error_codes", Limit(Refusal(402, openai_error("Insufficient Balance", "unknown_error", "invalid_request_error")), 4)),
    ("mistral 429", "mistral", "wait", "https://docs.mistral.ai/deployment/laplateforme/tier/", Limit(_429({"message": "Requests rate limit exceeded"}, ratelimitbysize_reset="1"), 3, calls=1)),
    ("mistral capacity", "mistral", "wait", "https://docs.mistral.ai/deployment/laplateforme/tier/", Limit(_429({"object": "error", "message": "Service tier capacity exceeded for this model.", "type": "service_tier_capacity_exceeded", "param": None, "code": "3505"}), 3, calls=1)),
    ("azure 429", "", "wait", "https://learn.microsoft.com/en-us/azure/ai-foundry/openai/how-to/quota", Limit(_429({"error": {"code": "429", "message": "Requests to the ChatCompletions_Create Operation under Azure OpenAI API version 2024-10-21 have exceeded call rate limit of your current OpenAI S0 pricing tier. Please retry after 1 second."}}, retry_after="1"), 4, 1.0)),
    ("azure no header", "", "wait", "https://learn.microsoft.com/en-us/azure/ai-foundry/openai/how-to/quota", Limit(_429({"error": {"code": "429", "message": "Rate limit is exceeded. Try again in 1 seconds."}}), 4, 1.0)),
    ("together 429", "", "wait", "https://docs.together.ai/docs/rate-limits", Limit(_429(openai_error("You have been rate limited. Your rate limit is 60 queries per minute.", "model_rate_limit", None), x_ratelimit_reset="1"), 4, 1.0)),
    ("fireworks 503", "", "wait", "https://docs.fireworks.ai/guides/quotas_usage/rate-limits", Limit(Refusal(503, {"error": {"object": "error", "type": "internal_server_error", "code": "internal_server_error", "message": "Service overloaded, please try again later"}}), 3, calls=2)),
    ("xai credit", "", "stop", "https://docs.x.ai/docs/key-information/debugging", Limit(_429({"code": "Some resource has been exhausted", "error": "Your team has either used all available credits or reached its monthly spending limit."}), 3)),
    ("moonshot rpm", "", "wait", "https://platform.moonshot.ai/docs/pricing/limits", Limit(_429(openai_error("Your account org-1 request reached organization max RPM: 3, please try again after 1 seconds", "rate_limit_reached_error")), 3, 1.0)),
    ("moonshot balance", "", "stop", "https://platform.moonshot.ai/docs/api/misc", Limit(_429(openai_error("Your account is suspended, please check your plan and billing details", "exceeded_current_quota_error")), 3)),
    ("zhipu concurrency", "", "wait", "https://docs.bigmodel.cn/cn/api/api-code", Limit(_429({"error": {"code": "1302", "message": "您当前使用该API的并发数过高，请降低并发，或联系客服增加限额。"}}), 3, calls=2)),
    ("zhipu arrears", "", "stop", "https://docs.bigmodel.cn/cn/api/api-code", Limit(_429({"error": {"code": "1113", "message": "您的账户已欠费，请充值后重试。"}}), 3)),
    ("dashscope throttling", "", "wait", "https://help.aliyun.com/zh/model-studio/error-code", Limit(_429(openai_error("You exceeded your current requests list. For details, see: https://help.aliyun.com/zh/model-studio/error-code#rate-limit", "limit_requests", "limit_requests")), 3, calls=1)),
    ("dashscope arrearage", "", "stop", "https://help.aliyun.com/zh/model-studio/error-code", Limit(Refusal(400, openai_error("Access denied, please make sure your account is in good standing.", "Arrearage", "Arrearage")), 3)),
    ("cohere trial month", "", "stop", "https://docs.cohere.com/docs/rate-limits", Limit(_429({"message": "You are using a Trial key, which is limited to 1000 API calls / month. You can continue to use the Trial key for free or upgrade to a Production key with higher rate limits."}), 3)),
    ("cohere trial minute", "", "wait", "https://docs.cohere.com/docs/rate-limits", Limit(_429({"message": "You are using a Trial key, which is limited to 20 API calls / minute. Please wait and try again later."}, retry_after="1"), 3, 1.0)),
    ("bedrock throttling", "", "wait", "https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html", Limit(_429({"message": "Too many requests, please wait before trying again."}), 3, calls=2)),
    ("cloudflare capacity", "", "wait", "https://developers.cloudflare.com/workers-ai/platform/errors/", Limit(_429({"errors": [{"message": "AiError: Capacity temporarily exceeded, please try again.", "code": 3040}], "success": False}), 3, calls=1)),
    ("cloudflare neurons per day", "", "stop", "https://developers.cloudflare.com/workers-ai/platform/errors/", Limit(_429({"errors": [{"message": "AiError: you have used up your daily free allocation of 10,000 neurons, please upgrade to Cloudflare's Workers Paid plan if you would like to continue usage.", "code": 4006}], "success": False}), 3)),
    ("github models per day", "", "stop", "https://docs.github.com/en/github-models/prototyping-with-ai-models", Limit(_429({"error": {"code": "RateLimitReached", "message": "Rate limit of 50 per 86400s exceeded for UserByModelByDay. Please wait 41000 seconds before retrying.", "details": ""}}, retry_after="41000"), 3)),
    ("github models per minute", "", "wait", "https://docs.github.com/en/github-models/prototyping-with-ai-models", Limit(_429({"error": {"code": "RateLimitReached", "message": "Rate limit of 10 per 60s exceeded for UserByModelByMinute. Please wait 1 seconds before retrying.", "details": ""}}), 3, 1.0)),
    ("hf inference loading", "", "wait", "https://huggingface.co/docs/api-inference/faq", Limit(Refusal(503, {"error": "Model m1 is currently loading", "estimated_time": 1.0}), 0, 1.0)),
    ("hf inference credits", "", "stop", "https://huggingface.co/docs/inference-providers/pricing", Limit(Refusal(402, {"error": "You have exceeded your monthly included credits for Inference Providers. Subscribe to PRO to get 20x more monthly included credits."}), 3)),
    ("tgi overloaded", "", "wait", "https://huggingface.co/docs/text-generation-inference/reference/api_reference", Limit(_429({"error": "Model is overloaded", "error_type": "overloaded"}), 3, calls=2)),
    ("llama.cpp loading", "llama.cpp", "wait", _GH + "ggml-org/llama.cpp/tree/master/tools/server", Limit(Refusal(503, {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}), 0, 1.0)),
    ("ollama busy", "ollama", "wait", "https://docs.ollama.com/faq", Limit(Refusal(503, {"error": "server busy, please try again.  maximum pending requests exceeded"}), 3, calls=1)),
    ("ollama cloud hour", "ollama", "stop", "https://docs.ollama.com/cloud", Limit(_429({"error": "you've reached your weekly usage limit, please upgrade to continue"}), 4)),
    ("koboldcpp busy", "", "wait", _GH + "LostRuins/koboldcpp/wiki", Limit(Refusal(503, {"detail": {"msg": "Server is busy; please try again later.", "type": "service_unavailable"}}), 3, calls=2)),
    ("litellm cooldown", "litellm", "wait", "https://docs.litellm.ai/docs/proxy/reliability", Limit(_429({"error": {"message": "No deployments available for selected model, Try again in 1 seconds. Passed model=m1. pre-call-checks=False, cooldown_list=[]", "type": "None", "param": "None", "code": "429"}}), 3, 1.0)),
    ("litellm budget", "litellm", "stop", "https://docs.litellm.ai/docs/proxy/users", Limit(Refusal(400, {"error": {"message": "Budget has been exceeded! Current cost: 10.2, Max budget: 10.0", "type": "budget_exceeded", "param": None, "code": "400"}}), 3)),
    ("nginx 502 page", "", "wait", "https://nginx.org/en/docs/http/ngx_http_proxy_module.html", Limit(Refusal(502, _HTML_502), 3, calls=1)),
    ("cloudflare 524 page", "", "wait", "https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/error-524/", Limit(Refusal(524, _HTML_524), 3, calls=1)),
    ("openai 500", "openai", "wait", _OPENAI + "guides/error-codes", Limit(Refusal(500, openai_error("The server had an error while processing your request. Sorry about that!", "server_error")), 3, calls=2)),
    ("openai 503 overloaded", "openai", "wait", _OPENAI + "guides/error-codes", Limit(Refusal(503, openai_error("The engine is currently overloaded, please try again later", "server_error")), 3, calls=2)),
    ("proxy 408", "", "wait", "https://www.rfc-editor.org/rfc/rfc9110", Limit(Refusal(408, {"error": {"message": "Request timeout", "code": 408}}), 3, calls=1)),
    ("openai 409", "", "wait", _GH + "openai/openai-python#retries", Limit(Refusal(409, openai_error("Conflict with a concurrent request", "conflict_error")), 3, calls=1)),
    ("error with status 200", "openrouter", "wait", _ROUTER + "errors", Limit(Refusal(200, {"error": {"message": "Provider returned error", "code": 502}, "user_id": "u"}), 3, calls=1)),
    ("minimax status 200", "", "wait", "https://platform.minimax.io/docs/api-reference/errorcode", Limit(Refusal(200, {"base_resp": {"status_code": 1002, "status_msg": "rate limit, please retry later"}, "choices": None}), 3, calls=1)),
    ("minimax balance status 200", "", "stop", "https://platform.minimax.io/docs/api-reference/errorcode", Limit(Refusal(200, {"base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}, "choices": None}), 3)),
    ("captive portal page", "", "stop", "https://www.rfc-editor.org/rfc/rfc6585", Limit(Refusal(200, "<html><head><title>Sign in to the network</title></head></html>"), 0)),
    ("empty body of 200", "", "wait", _GH + "openai/openai-python/issues", Limit(Refusal(200, ""), 3, calls=1)),
    ("retry-after as a date in the past", "", "wait", "https://www.rfc-editor.org/rfc/rfc9110", Limit(_429({"error": {"message": "Too many requests"}}, retry_after="Wed, 21 Oct 2015 07:28:00 GMT"), 3, calls=1)),
    # never answered
    ("openai wrong key", "openai", "stop", _OPENAI + "guides/error-codes", Limit(Refusal(401, openai_error("Incorrect API key provided: sk-acted. You can find your API key at https://platform.openai.com/account/api-keys.", "invalid_request_error", "invalid_api_key")))),
    ("anthropic wrong key", "anthropic", "stop", _ANTHROPIC + "errors", Limit(Refusal(401, anthropic_error("authentication_error", "invalid x-api-key")))),
    ("gemini wrong key", "google", "stop", _GOOGLE + "troubleshooting", Limit(_google("API key not valid. Please pass a valid API key."))),
    ("openai country", "openai", "stop", _OPENAI + "guides/error-codes", Limit(Refusal(403, openai_error("Country, region, or territory not supported", "request_forbidden", "unsupported_country_region_territory")))),
    ("gemini country", "google", "stop", _GOOGLE + "available-regions", Limit(_google("User location is not supported for the API use.", 400, "FAILED_PRECONDITION"))),
    ("anthropic country", "anthropic", "stop", "https://www.anthropic.com/supported-countries", Limit(Refusal(403, {"error": {"type": "forbidden", "message": "Request not allowed"}}))),
    ("openai unknown model", "openai", "stop", _OPENAI + "guides/error-codes", Limit(Refusal(404, openai_error("The model `m1` does not exist or you do not have access to it.", "invalid_request_error", "model_not_found")))),
    ("ollama unknown model", "ollama", "stop", "https://docs.ollama.com/api/errors", Limit(Refusal(404, {"error": "model \"m1\" not found, try pulling it first"}))),
    ("vllm unknown model", "vllm", "stop", _GH + "vllm-project/vllm/issues", Limit(Refusal(404, {"object": "error", "message": "The model `m1` does not exist.", "type": "NotFoundError", "param": None, "code": 404}))),
    ("gemini unknown model", "google", "stop", _GOOGLE + "troubleshooting", Limit(_google("models/m1 is not found for API version v1beta, or is not supported for generateContent.", 404, "NOT_FOUND"))),
    ("openrouter invalid model", "openrouter", "stop", _ROUTER + "errors", Limit(_bad("m1 is not a valid model ID", None, 400))),
    ("openrouter data policy", "openrouter", "stop", "https://openrouter.ai/docs/features/privacy-and-logging", Limit(Refusal(404, {"error": {"message": "No endpoints found matching your data policy (Free model publication). Configure: https://openrouter.ai/settings/privacy", "code": 404}}))),
    ("llama.cpp wrong key", "llama.cpp", "stop", _GH + "ggml-org/llama.cpp/tree/master/tools/server", Limit(Refusal(401, {"error": {"code": 401, "message": "Invalid API Key", "type": "authentication_error"}}))),
    ("openrouter moderation", "openrouter", "stop", _ROUTER + "errors", Limit(Refusal(403, {"error": {"code": 403, "message": "Your input was flagged", "metadata": {"reasons": ["violence"], "flagged_input": "werewolf", "provider_name": "OpenAI"}}}))),
    ("cloudflare challenge", "", "stop", "https://developers.cloudflare.com/cloudflare-challenges/", Limit(Refusal(403, "<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>"))),
    ("ollama out of memory", "ollama", "stop", _GH + "ollama/ollama/issues", Limit(Refusal(500, {"error": "model requires more system memory (42.1 GiB) than is available (14.9 GiB)"}))),
)  # fmt: skip
"""A server refuses for a time, or for ever after some answered calls."""

_KINDS = {"anthropic": "anthropic", "google": "google"}


def placed(server: str) -> dict[str, Any]:
    """The settings of a row's second column. Mistral tells its usage unasked."""
    told = {"told": Told("finish")} if server == "mistral" else {}
    return {"server": "" if server in _KINDS else server, "kind": _KINDS.get(server, "openai"),
            **told}  # fmt: skip


ROWS: tuple[Configuration, ...] = (
    *(Configuration(name, source, "answers", refuses=((when, refusal),), **placed(server),
                    settings=_REFUSING_SETTINGS.get(name, {}))
      for name, server, when, source, refusal in REFUSING),
    *(Configuration(name, source, expects, limit=limit, **placed(server))
      for name, server, expects, source, limit in LIMITED),
    Configuration("openai responses alone", _OPENAI + "api-reference/responses", "answers", "openai",
                  refuses=(("always", _RESPONSES),), responses=True),
    Configuration("openai responses alone, completions", _GH + "langbot-app/LangBot/issues/400", "answers",
                  "openai", responses=True, refuses=(("always", Refusal(404, openai_error(
                      "This is not a chat model and thus not supported in the v1/chat/completions "
                      "endpoint. Did you mean to use v1/completions?", param="model"))),)),
    Configuration("gateway of responses alone", _GH + "Wei-Shaw/sub2api/issues/885", "answers",
                  responses=True, refuses=(("always", Refusal(400, {"error": {
                      "type": "invalid_request_error",
                      "message": "Unsupported legacy protocol: /v1/chat/completions is not "
                                 "supported. Please use /v1/responses."}})),)),
)  # fmt: skip
