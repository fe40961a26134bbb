package apikit

import (
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

func TestInvalidFields_HasATextForEachMessage(t *testing.T) {
	t.Parallel()
	type entry struct {
		Name   string   `json:"name" minLength:"2" maxLength:"3"`
		Kind   string   `json:"kind" enum:"a,b"`
		Size   int      `json:"size" minimum:"1" maximum:"2"`
		Weight float64  `json:"weight"`
		Open   bool     `json:"open"`
		Tags   []string `json:"tags" minItems:"1" maxItems:"2"`
	}
	r := newRegistry(huma.DefaultSchemaNamer)
	schema := SchemaOf[entry](r)
	for field, wrong := range map[string]map[string]any{
		"Must have at least 2 characters.": {"name": "a"},
		"Must have at most 3 characters.":  {"name": "abcd"},
		"Must be one of: a, b.":            {"kind": "c"},
		"Must be at least 1.":              {"size": 0.0},
		"Must be at most 2.":               {"size": 3.0},
		"Must be a whole number.":          {"size": 1.5},
		"Must be a number.":                {"weight": "1"},
		"Must be true or false.":           {"open": "1"},
		"Must be a string.":                {"name": 1.0},
		"Must be a list.":                  {"tags": "a"},
		"Must have at least 1 entries.":    {"tags": []any{}},
		"Must have at most 2 entries.":     {"tags": []any{"a", "b", "c"}},
	} {
		body := map[string]any{"name": "ab", "kind": "a", "size": 1.0, "weight": 1.0, "open": true, "tags": []any{"a"}}
		for name, value := range wrong {
			body[name] = value
			got := invalidFields(r, schema, body)
			if len(got) != 1 || got[0].Field != name || got[0].Message != field {
				t.Errorf("%v: %v, want %s", wrong, got, field)
			}
		}
	}
	if got := invalidFields(r, schema, map[string]any{}); len(got) != 6 || got[0].Field != "kind" || got[0].Message != isRequired {
		t.Errorf("no fields: %v", got)
	}
	if got := invalidFields(r, schema, "a"); len(got) != 1 || got[0].Field != "" || got[0].Message != "Must be an object." {
		t.Errorf("not an object: %v", got)
	}
}

func TestNew_LeavesTheVariablesOfHuma(t *testing.T) {
	t.Parallel()
	New(Deps{Prefix: "/api", Errors: &ErrorWriter{}})
	_, isModel := huma.NewError(0, "").(*huma.ErrorModel)
	if !isModel || !huma.DefaultArrayNullable || !strings.HasPrefix(validation.MsgExpectedString, "expected") {
		t.Error("New has written package variables of huma")
	}
}
