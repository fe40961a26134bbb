package httpapi_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"linnet/internal/edge/httpapi"
)

// document is the path of the committed document.
const document = "../../../api/openapi.json"

func TestOpenAPI_CommittedDocumentIsCurrent(t *testing.T) {
	t.Parallel()
	made, err := httpapi.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	committed, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(made, committed) {
		t.Error("api/openapi.json is not what the code makes: run `make generate` and commit it")
	}
}

func TestOpenAPI_ReferencesLeadSomewhere(t *testing.T) {
	t.Parallel()
	document := readDocument(t)
	eachReference(document, func(ref string) {
		var target any = document
		for _, name := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
			object, _ := target.(map[string]any)
			target = object[name]
		}
		if target == nil {
			t.Errorf("%s leads nowhere", ref)
		}
	})
}

// TestOpenAPI_SharesErrorsAndCommonParameters finds errors and parameters of all operations
// that an operation repeats.
func TestOpenAPI_SharesErrorsAndCommonParameters(t *testing.T) {
	t.Parallel()
	for path, operations := range readDocument(t)["paths"].(map[string]any) {
		for method, op := range operations.(map[string]any) {
			op := op.(map[string]any)
			for status, response := range op["responses"].(map[string]any) {
				if status >= "400" && response.(map[string]any)["$ref"] == nil {
					t.Errorf("%s %s repeats the response %s", method, path, status)
				}
			}
			parameters, _ := op["parameters"].([]any)
			for _, p := range parameters {
				name := p.(map[string]any)["name"]
				if name == "strict" || name == "Idempotency-Key" || name == "Linnet-Workspace" {
					t.Errorf("%s %s repeats the parameter %v", method, path, name)
				}
			}
		}
	}
}

func readDocument(t *testing.T) map[string]any {
	t.Helper()
	raw, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// eachReference calls visit with each $ref in a document.
func eachReference(v any, visit func(ref string)) {
	switch v := v.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			visit(ref)
		}
		for _, value := range v {
			eachReference(value, visit)
		}
	case []any:
		for _, value := range v {
			eachReference(value, visit)
		}
	}
}
