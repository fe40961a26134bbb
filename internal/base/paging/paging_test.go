package paging_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/base/paging"
)

func TestCheck_ReportsEveryBound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		limit, want int
		search      string
		fields      []string
	}{
		{0, paging.DefaultLimit, "", nil},
		{1, 1, strings.Repeat("ü", paging.MaxSearch), nil},
		{paging.MaxLimit, paging.MaxLimit, "", nil},
		{paging.MaxLimit + 1, paging.MaxLimit + 1, "", []string{"limit"}},
		{-1, -1, strings.Repeat("ü", paging.MaxSearch+1), []string{"limit", "search"}},
	} {
		var faults fault.List
		limit := c.limit
		paging.Check(&faults, &limit, c.search, "codes")
		var f *fault.Error
		var fields []string
		if errors.As(faults.Err(), &f) {
			for _, field := range f.Fields {
				fields = append(fields, field.Field)
			}
		}
		if limit != c.want || !slices.Equal(fields, c.fields) {
			t.Errorf("limit %d: %d with errors at %v, want %d and %v", c.limit, limit, fields, c.want, c.fields)
		}
	}
}
