package httpapi

import (
	"reflect"
	"slices"
	"testing"

	"linnet/internal/core/analytics"
)

// paramsOf returns the dimensions of the filter parameters of a struct.
func paramsOf(params any) (dimensions []analytics.Dimension) {
	for _, field := range reflect.VisibleFields(reflect.TypeOf(params)) {
		if d, ok := analytics.DimensionOfParam(field.Tag.Get("query")); ok && field.Type == reflect.TypeFor[[]string]() {
			dimensions = append(dimensions, d)
		}
	}
	return dimensions
}

func TestFilterParams_CoverDimensions(t *testing.T) {
	t.Parallel()
	local := []analytics.Dimension{analytics.LocalWeekday, analytics.LocalHour}
	for name, tt := range map[string]struct{ got, want []analytics.Dimension }{
		"members":      {paramsOf(FilterParams{}), slices.Concat(analytics.Dimensions(), local)},
		"shared pages": {paramsOf(sharedReportInput{}), slices.Concat(analytics.PublicDimensions(), local)},
	} {
		slices.Sort(tt.got)
		slices.Sort(tt.want)
		if !slices.Equal(tt.got, tt.want) {
			t.Errorf("%s filter by %v, want %v", name, tt.got, tt.want)
		}
	}
}

func TestFiltersOf_ReadsParametersOfDimensions(t *testing.T) {
	t.Parallel()
	got := filtersOf(FilterParams{
		SharedFilterParams: SharedFilterParams{LinkID: []string{"lnk_1"}, Country: []string{"-DE"}, Hour: []string{"7"}},
	})
	want := []analytics.Filter{
		{Dimension: analytics.Link, Values: []string{"lnk_1"}},
		{Dimension: analytics.Country, Values: []string{"DE"}, Negated: true},
		{Dimension: analytics.LocalHour, Values: []string{"7"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
