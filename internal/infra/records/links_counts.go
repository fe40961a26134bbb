package records

import (
	"context"
	"slices"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
)

// linkState is the state of a link as far as the time and its clicks do not decide about it,
// the column links.state. Triggers count links by it in link_counts and tag_counts.
type linkState string

const (
	openState     linkState = "open" // active at any time
	timedState    linkState = "timed"
	archivedState linkState = "archived"
	blockedState  linkState = "blocked"
)

// livingStates returns the states of links that are not archived.
func livingStates() []linkState { return []linkState{openState, timedState, blockedState} }

// statesOf returns the states of which all links have one of the statuses, and whether some
// of the timed links have one. No statuses are all.
func statesOf(statuses []link.Status) (whole []linkState, timed bool) {
	if len(statuses) == 0 {
		return append(livingStates(), archivedState), false
	}
	has := func(s link.Status) bool { return slices.Contains(statuses, s) }
	everyTimed := has(link.Active) && has(link.Scheduled) && has(link.Expired)
	for _, s := range []struct {
		state linkState
		all   bool
	}{
		{openState, has(link.Active)},
		{timedState, everyTimed},
		{blockedState, has(link.Blocked)},
		{archivedState, has(link.Archived)},
	} {
		if s.all {
			whole = append(whole, s.state)
		}
	}
	return whole, !everyTimed && (has(link.Active) || has(link.Scheduled) || has(link.Expiring) || has(link.Expired))
}

// sumOfLinks begins a query that adds counters. The sum of a BIGINT is a NUMERIC on
// PostgreSQL.
const sumOfLinks = `SELECT CAST(COALESCE(SUM(c.links), 0) AS BIGINT) FROM `

// countersOf returns the conditions of the counters of a view, of the table c, which has
// its workspace as the first argument.
func countersOf(v access.View, workspace string) linkQuery {
	q := linkQuery{args: []any{v.WorkspaceID()}, where: []string{workspace + ` = $1`, `c.state <> 'deleted'`}}
	q.notIn(`c.folder_id`, v.Hidden())
	return q
}

// countLinks returns the number of links of a workspace, archived ones included.
func countLinks(ctx context.Context, c conn, workspaceID string) (int, error) {
	q := countersOf(access.WholeWorkspace(workspaceID), `c.workspace_id`)
	return queryOne(ctx, c, value[int], sumOfLinks+`link_counts c`+q.whereText(), q.args...)
}

// CountLinks returns the number of links of the workspace, archived included.
func (s *Store) CountLinks(ctx context.Context, workspaceID string) (int, error) {
	return countLinks(ctx, s.read, workspaceID)
}

// countStates returns the numbers of links by state that a filter of folder, domain and tags
// selects. A link with several of the tags counts once for each.
func (s *Store) countStates(ctx context.Context, v access.View, f link.Filter) (map[linkState]int, error) {
	from, workspace := `link_counts c`, `c.workspace_id`
	if len(f.Tags) > 0 {
		from, workspace = `tags t JOIN tag_counts c ON c.tag_id = t.id`, `t.workspace_id`
	}
	q := countersOf(v, workspace)
	q.in(`t.name_folded`, foldedTags(f.Tags))
	if f.FolderID != "" {
		q.and(`c.folder_id = ` + q.arg(f.FolderID))
	}
	if f.Domain != "" && len(f.Tags) == 0 {
		q.and(`c.domain_id IN (SELECT id FROM domains WHERE host = ` + q.arg(f.Domain) + `)`)
	}
	counts := map[linkState]int{}
	_, err := queryAll(ctx, s.read, func(row scanner) (struct{}, error) {
		var state linkState
		var n int
		err := row.Scan(&state, &n)
		counts[state] = n
		return struct{}{}, err
	}, `SELECT c.state, CAST(SUM(c.links) AS BIGINT) FROM `+from+q.whereText()+` GROUP BY c.state`, q.args...)
	return counts, err
}

func foldedTags(names []string) []string {
	folded := make([]string, len(names))
	for i, t := range names {
		folded[i] = routing.Fold(t)
	}
	return folded
}

// CountLinksByStatus counts the links of a view by their status at a moment: from
// counters, and from an index of the timed links.
func (s *Store) CountLinksByStatus(ctx context.Context, v access.View, at time.Time) (link.StatusCounts, error) {
	text, args := countTimed(v, at)
	counts, err := queryOne(ctx, s.read, func(row scanner) (link.StatusCounts, error) {
		var c link.StatusCounts
		err := row.Scan(&c.Active, &c.Expiring, &c.Scheduled, &c.Expired)
		return c, err
	}, text, args...)
	if err != nil {
		return counts, err
	}
	states, err := s.countStates(ctx, v, link.Filter{})
	counts.Active += states[openState]
	counts.Archived, counts.Blocked = states[archivedState], states[blockedState]
	return counts, err
}

// countTimed counts the timed links of a view by status.
func countTimed(v access.View, at time.Time) (text string, args []any) {
	q := linksOf(v, `l.deleted_at = 0`, isTimed)
	for i, status := range []link.Status{link.Active, link.Expiring, link.Scheduled, link.Expired} {
		if i > 0 {
			text += `, `
		}
		text += `COUNT(CASE WHEN ` + q.timed(status, at) + ` THEN 1 END)`
	}
	return `SELECT ` + text + ` FROM links l` + q.whereText(), q.args
}

// ImportedClicks sums the clicks that the links of a view were imported with, also
// of deleted links. It reads the index of such links alone.
func (s *Store) ImportedClicks(ctx context.Context, v access.View) (int64, error) {
	text, args := importedClicks(v)
	return queryOne(ctx, s.read, value[int64], text, args...)
}

func importedClicks(v access.View) (text string, args []any) {
	q := linkQuery{args: []any{v.WorkspaceID()}, where: []string{`c.workspace_id = $1`, `c.opening > 0`}}
	q.hiddenLinks(`c.link_id`, v)
	return `SELECT CAST(COALESCE(SUM(c.opening), 0) AS BIGINT) FROM link_clicks c` + q.whereText(), q.args
}

// countedTables are the tables of counters, with the links that they count.
//
//nolint:gochecknoglobals // immutable
var countedTables = []struct{ name, key, counted string }{
	{"link_counts", "workspace_id, folder_id, domain_id, state", "links"},
	{"tag_counts", "tag_id, folder_id, state", "link_tags x JOIN links l ON l.id = x.link_id"},
}

// CorrectLinkCounts compares the counters of links with the links, and corrects those that
// are wrong, which none is unless another program has changed the database. It returns their
// number. A change of links meanwhile is in both or in neither, and corrections are added
// to counters, so that nothing is locked.
func (s *Store) CorrectLinkCounts(ctx context.Context) (corrected int64, err error) {
	for _, t := range countedTables {
		different := `SELECT ` + t.key + `, CAST(SUM(n) AS BIGINT) AS links FROM (
				SELECT ` + t.key + `, COUNT(*) AS n FROM ` + t.counted + ` GROUP BY ` + t.key + `
				UNION ALL SELECT ` + t.key + `, -links FROM ` + t.name + `
			) compared WHERE TRUE GROUP BY ` + t.key + ` HAVING SUM(n) <> 0`
		// On the pool first: the comparison reads all links, and would keep the writer.
		n, err := s.read.count(ctx, `(`+different+`) different`)
		if err != nil {
			return corrected, err
		}
		if n == 0 {
			continue
		}
		changed, err := s.write.exec(ctx, `INSERT INTO `+t.name+` AS c (`+t.key+`, links) `+different+`
			ON CONFLICT (`+t.key+`) DO UPDATE SET links = c.links + excluded.links`)
		corrected += changed
		if err != nil {
			return corrected, err
		}
	}
	return corrected, nil
}
