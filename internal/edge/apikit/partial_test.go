package apikit

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPartial_OntoLeavesTheOriginalUnchanged(t *testing.T) {
	t.Parallel()
	type inner struct{ A, B string }
	type record struct {
		List    []inner           `json:"list"`
		Map     map[string]string `json:"map"`
		Pointer *inner            `json:"pointer"`
		Other   []string          `json:"other"`
	}
	of := func() record {
		return record{
			List:    []inner{{"1", "2"}, {"3", "4"}},
			Map:     map[string]string{"a": "1"},
			Pointer: &inner{"1", "2"},
			Other:   []string{"kept"},
		}
	}
	var in Partial[record]
	if err := in.UnmarshalJSON([]byte(`{"list": [{"A": "9"}], "map": {"b": "2"}, "pointer": {"A": "9"}}`)); err != nil {
		t.Fatal(err)
	}
	original := of()
	changed := original
	in.Onto(&changed)
	if diff := cmp.Diff(of(), original); diff != "" {
		t.Errorf("the original: %s", diff)
	}
	want := record{
		List:    []inner{{"9", ""}},
		Map:     map[string]string{"b": "2"},
		Pointer: &inner{"9", "2"},
		Other:   []string{"kept"},
	}
	if diff := cmp.Diff(want, changed); diff != "" {
		t.Error(diff)
	}
}
