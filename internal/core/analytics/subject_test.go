package analytics_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

func TestSubject_CoversClicksByTheirIDsAndOutcomes(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		click click.Click
		want  []analytics.Subject
	}{
		"a link":                  {click.Click{LinkID: 1, RuleID: 2, Outcome: visitor.Redirected}, []analytics.Subject{analytics.LinkClicks}},
		"its fallback":            {click.Click{LinkID: 1, Outcome: visitor.FellBack}, []analytics.Subject{analytics.LinkClicks}},
		"its password page":       {click.Click{LinkID: 1, Outcome: visitor.Locked}, nil},
		"after its end":           {click.Click{LinkID: 1, Outcome: visitor.Expired}, nil},
		"a link of a block":       {click.Click{LinkID: 1, PageID: 2, BlockID: 3, Outcome: visitor.Redirected}, []analytics.Subject{analytics.LinkClicks, analytics.BlockClicks}},
		"its password":            {click.Click{LinkID: 1, PageID: 2, BlockID: 3, Outcome: visitor.Locked}, nil},
		"a link, without a block": {click.Click{LinkID: 1, PageID: 2, Outcome: visitor.Redirected}, []analytics.Subject{analytics.LinkClicks}},
		"an unknown alias":        {click.Click{Outcome: visitor.Orphan}, []analytics.Subject{analytics.OrphanVisits}},
		"a page":                  {click.Click{PageID: 2, Outcome: visitor.Viewed}, []analytics.Subject{analytics.PageViews}},
		"a block":                 {click.Click{PageID: 2, BlockID: 3, Outcome: visitor.Opened}, []analytics.Subject{analytics.BlockClicks}},
	} {
		var got []analytics.Subject
		for _, s := range []analytics.Subject{analytics.LinkClicks, analytics.OrphanVisits, analytics.PageViews, analytics.BlockClicks} {
			if s.Covers(&tt.click) {
				got = append(got, s)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
