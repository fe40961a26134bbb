package content_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"slices"
	"testing"

	"linnet/internal/core/qr/content"
)

var update = flag.Bool("update", false, "write the file of the web app's encoder anew")

// encodedFile has contents and the texts that the web app must encode them as: the
// studio draws a static code before it is saved.
const encodedFile = "../../../../web/src/entities/qr-code/drawing/testdata/static.json"

// encoded is a content as a request has it, with the text of its code.
type encoded struct {
	Content json.RawMessage `json:"content"`
	Text    string          `json:"text"`
}

func TestContent_WebAppEncodesTheSameTexts(t *testing.T) {
	t.Parallel()
	var all []encoded
	for _, name := range slices.Sorted(maps.Keys(publicFormats)) {
		c, err := content.Decode([]byte(publicFormats[name].json), "staticContent")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, encoded{Content: json.RawMessage(publicFormats[name].json), Text: c.Text()})
	}
	want, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile(encodedFile, want, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(encodedFile); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is stale (%v): go test ./internal/core/qr/content -run WebApp -update", encodedFile, err)
	}
}
