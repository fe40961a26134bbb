package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/denylist"
	"linnet/internal/core/event"
	"linnet/internal/core/operator"
)

//nolint:gochecknoglobals // immutable
var ruleTable = tableOf("rule", `block_rules`, func(r *denylist.Rule) []column {
	return []column{
		fixed("id", &r.ID),
		fixed("kind", &r.Kind),
		fixed("pattern", &r.Pattern),
		fixed("reason", &r.Reason),
		fixed("created_by", &r.CreatedBy),
		fixed("created_at", &r.CreatedAt),
	}
})

// BlockRules returns all rules that block destinations.
func (s *Store) BlockRules(ctx context.Context) ([]denylist.Rule, error) {
	return ruleTable.all(ctx, s.read, `ORDER BY id LIMIT $1`, denylist.MaxRules)
}

// ListRules returns a page of rules by pattern and reason, the newest first.
func (s *Store) ListRules(ctx context.Context, q operator.Query) (operator.Page[denylist.Rule], error) {
	q.State = operator.AnyState
	return listAll(ctx, s.read, &newestList[denylist.Rule]{
		table: ruleTable,
		at:    `created_at`,
		id:    `id`,
		key:   func(r denylist.Rule) (time.Time, string) { return r.CreatedAt, r.ID },
	}, q, `LOWER(pattern || ' ' || reason)`, "")
}

// Rule returns a rule.
func (s *Store) Rule(ctx context.Context, id string) (denylist.Rule, error) {
	return ruleTable.one(ctx, s.read, `WHERE id = $1`, id)
}

// RuleByPattern returns the rule of a kind and a pattern.
func (s *Store) RuleByPattern(ctx context.Context, kind denylist.Kind, pattern string) (denylist.Rule, error) {
	return ruleTable.one(ctx, s.read, `WHERE kind = $1 AND pattern = $2`, string(kind), pattern)
}

// InsertRule stores a rule within the limits of denylist.
func (s *Store) InsertRule(ctx context.Context, r denylist.Rule, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		all, err := tx.count(ctx, `block_rules`)
		if err != nil {
			return err
		}
		patterns, err := tx.count(ctx, `block_rules WHERE kind = $1`, string(denylist.PatternKind))
		if err != nil {
			return err
		}
		if all >= denylist.MaxRules || r.Kind == denylist.PatternKind && patterns >= denylist.MaxPatterns {
			return fault.New(fault.LimitReached, "The list of rules is full. Delete some first.")
		}
		tx.emit(e)
		return conflictAt(ruleTable.insert(ctx, tx, &r), "pattern", "There is already such a rule.")
	})
}

// DeleteRule deletes a rule.
func (s *Store) DeleteRule(ctx context.Context, id string, e event.Event) error {
	return s.changeOne(ctx, "rule", e, `DELETE FROM block_rules WHERE id = $1`, id)
}
