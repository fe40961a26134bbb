package clickhouse

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/clickstore/clicksql"
)

// DeleteLink deletes the clicks of one link and returns their number.
func (s *Store) DeleteLink(ctx context.Context, workspaceID, linkID uint64) (int64, error) {
	return s.delete(ctx, fmt.Sprintf("workspace = %d AND link = %d", workspaceID, linkID))
}

// DeleteBefore deletes a workspace's clicks before a time and returns their number.
func (s *Store) DeleteBefore(ctx context.Context, workspaceID uint64, before time.Time) (int64, error) {
	return s.delete(ctx, fmt.Sprintf("workspace = %d AND ts < %d", workspaceID, clicksql.CeilMilli(before)))
}

// delete deletes clicks and returns their number.
func (s *Store) delete(ctx context.Context, condition string) (int64, error) {
	s.changing.Lock()
	defer s.changing.Unlock()
	n, err := s.number(ctx, "SELECT count()"+s.from(condition))
	if err == nil && n > 0 {
		err = s.change(ctx, "DELETE WHERE "+condition)
	}
	if err != nil {
		return 0, fmt.Errorf("delete clicks: %w", err)
	}
	return int64(n), nil //nolint:gosec // a count of rows
}

// change rewrites the parts of the table that contain a click of the statement, and
// waits until all replicas have done so: deleted clicks are then not on their disks.
func (s *Store) change(ctx context.Context, action string) error {
	ctx, cancel := context.WithTimeout(ctx, changeTimeout)
	defer cancel()
	return s.exec(ctx, "ALTER TABLE "+s.layout.stored()+s.layout.onCluster()+" "+action+" SETTINGS mutations_sync = 2")
}

// group are clicks with the same user agent and bot reasons.
type group struct {
	agent          string
	bot            string
	nonAgentReason string // click.Click.NonAgentBotReason
	clicks         uint64
}

// agentsPerChange bounds the length of one statement of Reclassify, which replicas
// exchange.
const agentsPerChange = 500

// Reclassify sets the bot reason of every click with a stored user agent to what
// classify returns for the agent, and returns the number of clicks by old and new
// reason.
func (s *Store) Reclassify(ctx context.Context, classify func(agent string) visitor.BotReason) (done click.Reclassified, err error) {
	s.changing.Lock()
	defer s.changing.Unlock()
	groups, err := s.groups(ctx)
	if err != nil {
		return done, fmt.Errorf("reclassify clicks: %w", err)
	}
	verdicts := make(map[string]visitor.BotReason) // of agents with changed clicks
	counts := make(map[click.Change]int64)
	for _, g := range groups {
		n := int64(g.clicks) //nolint:gosec // a count of rows
		done.Clicks += n
		verdict := classify(g.agent)
		if reason := click.Classify(verdict, visitor.BotReason(g.nonAgentReason)); string(reason) != g.bot {
			counts[click.Change{From: visitor.BotReason(g.bot), To: reason}] += n
			verdicts[g.agent] = verdict
		}
	}
	agents := slices.Sorted(maps.Keys(verdicts))
	for some := range slices.Chunk(agents, agentsPerChange) {
		if err := s.change(ctx, setReasons(some, verdicts)); err != nil {
			return done, fmt.Errorf("reclassify clicks: %w", err)
		}
	}
	for change, n := range counts {
		change.Clicks = n
		done.Changes = append(done.Changes, change)
	}
	slices.SortFunc(done.Changes, func(a, b click.Change) int {
		return cmp.Or(cmp.Compare(b.Clicks, a.Clicks), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return done, nil
}

// groups returns the number of clicks by user agent and bot reasons.
func (s *Store) groups(ctx context.Context) (all []group, err error) {
	text := "SELECT agent, bot, besides, count() FROM " + s.layout.clicks() + " GROUP BY agent, bot, besides"
	err = s.queryWithin(ctx, changeTimeout, text, func(r driver.Rows) error {
		var g group
		err := r.Scan(&g.agent, &g.bot, &g.nonAgentReason, &g.clicks)
		all = append(all, g)
		return err
	})
	return all, err
}

// setReasons returns click.Classify as SQL, for clicks of some user agents.
func setReasons(agents []string, verdicts map[string]visitor.BotReason) string {
	quoted, reasons := make([]string, len(agents)), make([]string, len(agents))
	for i, a := range agents {
		quoted[i], reasons[i] = quote(a), quote(string(verdicts[a]))
	}
	known := strings.Join(quoted, ", ")
	verdict := "transform(toString(agent), [" + known + "], [" + strings.Join(reasons, ", ") + "], '')"
	return fmt.Sprintf("UPDATE bot = if(%s != '', %s, toString(besides)) WHERE agent IN (%s)", verdict, verdict, known)
}
