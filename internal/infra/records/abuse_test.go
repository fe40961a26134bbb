package records_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/abuse"
	"linnet/internal/core/operator"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// TestStore_ListsReportsByTime stores reports of one link in an order that is not that
// of their times.
func TestStore_ListsReportsByTime(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		l := putLink(t, s, owner, nil, "launch")
		target := abuse.Target{ID: l.ID, WorkspaceID: owner.WorkspaceID, ShortLink: testkit.Host + "/launch"}
		for _, minute := range []time.Duration{2, 0, 3, 1} {
			report := abuse.Report{
				ID: ident.New(ident.AbuseReport), Reason: abuse.Phishing, Details: fmt.Sprint("Minute ", int(minute)), Email: "eve@example.com", Language: "ar",
				CreatedAt: testkit.Day().Add(minute * time.Minute),
			}
			if open, err := s.AddAbuseReport(t.Context(), target, report); err != nil || open != 1 {
				t.Fatalf("%d open cases, %v", open, err)
			}
		}
		cases, err := s.ListAbuseCases(t.Context(), abuse.Open, operator.Query{Limit: 10})
		if err != nil || len(cases.Items) != 1 || cases.Items[0].Reports != 4 {
			t.Fatalf("cases %+v, %v", cases.Items, err)
		}
		reports, err := s.AbuseReports(t.Context(), cases.Items[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		for _, r := range reports {
			order = append(order, r.Details)
			to, of, err := s.AbuseOutcome(t.Context(), r.ID)
			if err != nil || to != (abuse.Reporter{Email: "eve@example.com", Language: "ar"}) || of.ID != cases.Items[0].ID {
				t.Errorf("the outcome is for %+v, %v", to, err)
			}
		}
		if got := strings.Join(order, ", "); got != "Minute 3, Minute 2, Minute 1, Minute 0" {
			t.Errorf("the reports are in the order %s", got)
		}
	})
}
