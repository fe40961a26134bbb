package records

import (
	"strings"
	"testing"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/link"
)

// TestListLinks_PlansUseIndexes checks query plans: a list without a text search
// never reads whole rows, and an order with an index is not sorted.
func TestListLinks_PlansUseIndexes(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	living := []link.Status{link.Active, link.Scheduled, link.Expired, link.Blocked}
	for name, c := range map[string]struct {
		filter link.Filter
		index  string
	}{
		"newest":      {link.Filter{Sort: link.ByCreatedAt, Statuses: living}, "links_by_age_and_state"},
		"by alias":    {link.Filter{Sort: link.ByAlias, Ascending: true, Statuses: living}, "links_by_alias_and_state"},
		"active":      {link.Filter{Sort: link.ByCreatedAt, Statuses: []link.Status{link.Active}}, "links_by_age_and_state"},
		"expiring":    {link.Filter{Sort: link.ByCreatedAt, Statuses: []link.Status{link.Expiring}}, "links_by_age_and_state"},
		"archived":    {link.Filter{Sort: link.ByAlias, Statuses: []link.Status{link.Archived}}, "links_by_alias_and_state"},
		"a late page": {link.Filter{Sort: link.ByCreatedAt, Statuses: living, Page: 90}, "links_by_age_and_state"},
	} {
		c.filter.Now = time.UnixMilli(1).UTC()
		q := linkQuery{args: []any{"wsp_1"}, where: []string{`l.workspace_id = $1`, `l.deleted_at = 0`}}
		q.filter(c.filter)
		count := queryPlan(t, s, `SELECT COUNT(*) FROM links l`+q.whereText(), q.args...)
		if !strings.Contains(count, "COVERING INDEX links_by_") {
			t.Errorf("%s: rows are read to count: %s", name, count)
		}
		page := queryPlan(t, s, q.page(sortOf(c.filter), 100, 900), q.args...)
		if !strings.Contains(page, "COVERING INDEX "+c.index) || strings.Contains(page, "TEMP B-TREE") {
			t.Errorf("%s: %s", name, page)
		}
	}
}

func TestCountLinksByStatus_ReadsOneIndexAlone(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	text, args := countByStatus(access.WholeWorkspace("wsp_1"), time.UnixMilli(1).UTC())
	if plan := queryPlan(t, s, text, args...); !strings.Contains(plan, "COVERING INDEX links_by_") || strings.Contains(plan, ";") {
		t.Error(plan)
	}
}

func TestImportedClicks_ReadsTheirIndexAlone(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	text, args := importedClicks(access.WholeWorkspace("wsp_1"))
	if plan := queryPlan(t, s, text, args...); !strings.Contains(plan, "COVERING INDEX links_imported") || strings.Contains(plan, ";") {
		t.Error(plan)
	}
}

// plan returns how SQLite would run a query.
func queryPlan(t *testing.T, s *Store, query string, args ...any) string {
	t.Helper()
	steps, err := queryAll(t.Context(), s.read, func(row scanner) (string, error) {
		var id, parent, unused int
		var detail string
		err := row.Scan(&id, &parent, &unused, &detail)
		return detail, err
	}, `EXPLAIN QUERY PLAN `+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(steps, "; ")
}
