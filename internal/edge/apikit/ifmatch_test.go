package apikit_test

import (
	"slices"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/edge/apikit"
)

func TestIfMatch_ListsVersions(t *testing.T) {
	t.Parallel()
	for header, want := range map[string][]int64{
		"": nil, " ": nil, "*": nil, ` * `: nil, `"1", *`: nil,
		`"3"`: {3}, `3`: {3}, `W/"3"`: {3},
		`"9", "1"`: {9, 1}, `"9","1"`: {9, 1}, ` "9" , W/"1",`: {9, 1}, `"other", "7"`: {7},
	} {
		if got, err := apikit.IfMatch(header); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q lists %v, %v; want %v", header, got, err, want)
		}
	}
	for _, header := range []string{`"a"`, `"1,2"`, `"`, `""`, `,`, `"0"`, `"-1"`, `"1.5"`, `"99999999999999999999"`} {
		if got, err := apikit.IfMatch(header); !fault.Is(err, fault.PreconditionFailed) {
			t.Errorf("%q lists %v, %v", header, got, err)
		}
	}
}
