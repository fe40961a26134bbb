package records

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
)

// PlanChoice returns whether the install has plans, as an operator chose.
func (s *Store) PlanChoice(ctx context.Context) (plan.Choice, error) { return planChoice(ctx, s.read) }

func planChoice(ctx context.Context, c conn) (plan.Choice, error) {
	chosen, err := queryOne(ctx, c, value[string], `SELECT plans FROM install_settings WHERE id = 1`)
	if fault.Is(err, fault.NotFound) {
		return plan.Undecided, nil
	}
	return plan.Choice(chosen), err
}

// SetPlanChoice stores whether the install has plans. When it introduces plans, no
// workspace loses clicks to the retention of its plan before workspace.PlanGrace.
func (s *Store) SetPlanChoice(ctx context.Context, choice plan.Choice, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		before, err := planChoice(ctx, tx)
		if err != nil {
			return err
		}
		if before == plan.WithoutPlans && choice != before {
			if _, err := tx.exec(ctx, `UPDATE workspaces SET plan_changed_at = $1`, toMillis(e.At)); err != nil {
				return err
			}
		}
		return setPlanChoice(ctx, tx, choice, e)
	})
}

func setPlanChoice(ctx context.Context, tx conn, choice plan.Choice, e event.Event) error {
	_, err := tx.exec(ctx, `INSERT INTO install_settings (id, plans) VALUES (1, $1)
		ON CONFLICT (id) DO UPDATE SET plans = excluded.plans`, string(choice))
	if err != nil {
		return err
	}
	tx.emit(e)
	return nil
}
