/// The JSON Schemas (draft 2020-12) of the batch form, one for input lines and one for output lines.
enum DecideSchema {
    static let text = """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "httpcache decide: input is inputLine, output is outputLine or errorLine",
          "$defs": {
            "time": {"type": "integer", "minimum": -62167219200, "maximum": 253402300799,
                     "description": "whole seconds since 1970-01-01T00:00:00Z"},
            "token": {"type": "string", "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"},
            "fields": {"type": "array", "items": {"type": "array", "minItems": 2, "maxItems": 2,
                       "prefixItems": [
                         {"$ref": "#/$defs/token"},
                         {"type": "string", "pattern": "^[\\\\u0001-\\\\u0009\\\\u000b\\\\u000c\\\\u000e-\\\\u00ff]*$"}]},
                       "description": "[name, value] in order; the characters U+0001 to U+00FF, without CR and LF, are the bytes"},
            "request": {"type": "object", "required": ["url"], "additionalProperties": false, "properties": {
              "method": {"$ref": "#/$defs/token", "default": "GET"},
              "url": {"type": "string"},
              "fields": {"$ref": "#/$defs/fields"},
              "content": {"type": ["string", "null"]}}},
            "response": {"type": "object", "additionalProperties": false, "properties": {
              "status": {"type": "integer", "minimum": 0, "maximum": 999, "default": 200},
              "fields": {"$ref": "#/$defs/fields"},
              "bodyLength": {"type": "integer", "minimum": 0, "maximum": 9007199254740992},
              "complete": {"type": "boolean", "default": true}}},
            "answer": {"oneOf": [{"$ref": "#/$defs/response"},
              {"type": "object", "required": ["error"], "additionalProperties": false,
               "properties": {"error": {"enum": ["disconnect", "timeout"]}}}]},
            "echo": {"type": ["string", "integer", "boolean", "null"]},
            "reasons": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["code", "cite"],
              "properties": {"code": {"type": "string"}, "cite": {"type": "string"}}},
              "description": "the deciding rule comes first"},
            "served": {"type": "object", "required": ["status", "fields"], "properties": {
              "status": {"type": "integer"}, "fields": {"$ref": "#/$defs/fields"}}},
            "inputLine": {"type": "object", "required": ["request", "response"], "additionalProperties": false,
              "properties": {
                "case": {"$ref": "#/$defs/echo"},
                "cache": {"enum": ["shared", "private"], "default": "shared"},
                "profile": {"enum": ["rfc9111", "cdn", "browser", "sdurlcache"], "default": "rfc9111"},
                "options": {"type": "object"},
                "partition": {"type": "string", "default": ""},
                "request": {"$ref": "#/$defs/request"},
                "response": {"$ref": "#/$defs/response"},
                "requestTime": {"$ref": "#/$defs/time"},
                "responseTime": {"$ref": "#/$defs/time"},
                "then": {"type": "array", "items": {"type": "object", "required": ["at", "request"],
                  "additionalProperties": false, "properties": {
                    "at": {"$ref": "#/$defs/time"},
                    "request": {"$ref": "#/$defs/request"},
                    "answer": {"$ref": "#/$defs/answer"},
                    "answerAt": {"$ref": "#/$defs/time"}}}}}},
            "outputLine": {"type": "object", "required": ["schema", "store", "freshness", "then"], "properties": {
              "schema": {"const": "httpcache.decision/1"},
              "case": {"$ref": "#/$defs/echo"},
              "store": {"type": "object", "required": ["decision", "reasons"], "properties": {
                "decision": {"enum": ["store", "doNotStore"]}, "reasons": {"$ref": "#/$defs/reasons"}}},
              "freshness": {"type": "object", "required": ["lifetime", "source", "age"], "properties": {
                "lifetime": {"type": "integer"}, "source": {"type": "string"}, "age": {"type": "integer"}}},
              "then": {"type": "array", "items": {"type": "object", "required": ["decision", "reasons"],
                "properties": {
                  "decision": {"enum": ["reuseFresh", "reuseStale", "reuseWhileRevalidating", "validate", "forward",
                                        "gatewayTimeout"]},
                  "forward": {"enum": ["uri-miss", "vary-miss", "miss", "method", "request", "partial", "bypass",
                                       "stale"]},
                  "reasons": {"$ref": "#/$defs/reasons"},
                  "age": {"type": "integer"}, "lifetime": {"type": "integer"},
                  "freshFor": {"type": "integer"}, "staleFor": {"type": "integer"},
                  "sends": {"$ref": "#/$defs/fields"},
                  "serves": {"$ref": "#/$defs/served"},
                  "after": {"type": "object", "required": ["outcome", "stored", "invalidates"], "properties": {
                    "outcome": {"enum": ["freshened", "stored", "notStored", "notMatched", "servedStale", "failed"]},
                    "stored": {"type": "boolean"},
                    "lifetime": {"type": "integer"}, "age": {"type": "integer"},
                    "serves": {"$ref": "#/$defs/served"},
                    "invalidates": {"type": "array", "items": {"type": "string"}}}}}}}}},
            "errorLine": {"type": "object", "required": ["schema", "error"], "properties": {
              "schema": {"const": "httpcache.error/1"},
              "case": {"$ref": "#/$defs/echo"},
              "error": {"type": "object", "required": ["message", "offset"], "properties": {
                "message": {"type": "string"},
                "offset": {"type": "integer", "description": "bytes from the start of the line"}}}}}
          }
        }

        """
}
