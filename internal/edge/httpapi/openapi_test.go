package httpapi_test

import (
	"bytes"
	"os"
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
