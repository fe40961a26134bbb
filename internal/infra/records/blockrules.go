package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/denylist"
	"linnet/internal/core/event"
	"linnet/internal/core/operator"
)

const ruleColumns = `id, kind, pattern, reason, created_by, created_at`

func scanRule(row scanner) (denylist.Rule, error) {
	var r denylist.Rule
	var created int64
	err := row.Scan(&r.ID, &r.Kind, &r.Pattern, &r.Reason, &r.CreatedBy, &created)
	r.CreatedAt = fromMillis(created)
	return r, err
}

// BlockRules returns all rules that block destinations.
func (s *Store) BlockRules(ctx context.Context) ([]denylist.Rule, error) {
	return queryAll(ctx, s.read, scanRule, `SELECT `+ruleColumns+` FROM block_rules ORDER BY id LIMIT $1`, denylist.MaxRules)
}

// ListRules returns a page of rules by pattern and reason, the newest first.
func (s *Store) ListRules(ctx context.Context, q operator.Query) (operator.Page[denylist.Rule], error) {
	q.State = operator.AnyState
	return listAll(ctx, s.read, &newestList[denylist.Rule]{
		columns: ruleColumns, tables: `block_rules`, at: `created_at`, id: `id`, scan: scanRule,
		key: func(r denylist.Rule) (time.Time, string) { return r.CreatedAt, r.ID },
	}, q, `LOWER(pattern || ' ' || reason)`, "")
}

// Rule returns a rule.
func (s *Store) Rule(ctx context.Context, id string) (denylist.Rule, error) {
	r, err := queryOne(ctx, s.read, scanRule, `SELECT `+ruleColumns+` FROM block_rules WHERE id = $1`, id)
	return r, notFound(err, "rule")
}

// RuleByPattern returns the rule of a kind and a pattern.
func (s *Store) RuleByPattern(ctx context.Context, kind denylist.Kind, pattern string) (denylist.Rule, error) {
	r, err := queryOne(ctx, s.read, scanRule, `SELECT `+ruleColumns+` FROM block_rules WHERE kind = $1 AND pattern = $2`, string(kind), pattern)
	return r, notFound(err, "rule")
}

// InsertRule stores a rule within the limits of denylist.
func (s *Store) InsertRule(ctx context.Context, r denylist.Rule, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		all, err := queryOne(ctx, tx, value[int], `SELECT COUNT(*) FROM block_rules`)
		if err != nil {
			return err
		}
		patterns, err := queryOne(ctx, tx, value[int], `SELECT COUNT(*) FROM block_rules WHERE kind = $1`, string(denylist.PatternKind))
		if err != nil {
			return err
		}
		if all >= denylist.MaxRules || r.Kind == denylist.PatternKind && patterns >= denylist.MaxPatterns {
			return fault.New(fault.LimitReached, "The list of rules is full. Delete some first.")
		}
		_, err = tx.exec(ctx, `INSERT INTO block_rules (`+ruleColumns+`) VALUES ($1, $2, $3, $4, $5, $6)`,
			r.ID, string(r.Kind), r.Pattern, r.Reason, r.CreatedBy, toMillis(r.CreatedAt))
		if fault.Is(err, fault.Conflict) {
			return fault.Wrap(err, fault.Conflict, "There is already such a rule.").At("pattern")
		}
		if err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// DeleteRule deletes a rule.
func (s *Store) DeleteRule(ctx context.Context, id string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `DELETE FROM block_rules WHERE id = $1`, id)
		if err := changedOne(n, err, "rule"); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}
