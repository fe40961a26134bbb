package null_test

import (
	"encoding/json"
	"testing"

	"linnet/internal/base/null"
)

func TestValues_AreNullWhileTheyAreZero(t *testing.T) {
	t.Parallel()
	type record struct {
		Text     null.Text `json:"text"`
		Document null.JSON `json:"document"`
	}
	for text, want := range map[string]record{
		`{"text":null,"document":null}`:         {},
		`{"text":"a \"b\"","document":{"a":1}}`: {Text: `a "b"`, Document: `{"a":1}`},
	} {
		got := record{Text: "before", Document: "before"}
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is read as %+v, %v", text, got, err)
		}
		if written, err := json.Marshal(want); err != nil || string(written) != text {
			t.Errorf("%+v is written as %s, %v", want, written, err)
		}
	}
	var empty null.Text
	if err := json.Unmarshal([]byte(`""`), &empty); err != nil || empty != "" {
		t.Errorf("an empty text is read as %q, %v", empty, err)
	}
	if err := json.Unmarshal([]byte(`1`), &empty); err == nil {
		t.Error("a number is read as a text")
	}
}
