package records_test

import (
	"testing"
	"time"

	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func wantChoice(t *testing.T, s *records.Store, want plan.Choice) {
	t.Helper()
	if got, err := s.PlanChoice(t.Context()); err != nil || got != want {
		t.Errorf("the choice is %q, %v; want %q", got, err, want)
	}
}

func TestInsertAccount_StoresTheChoiceOfTheFirstAccount(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		wantChoice(t, s, plan.Undecided)
		signUp := func(email string, choice plan.Choice) account.Registration {
			r := registration(email, noon)
			r.Plans = choice
			if err := s.InsertAccount(t.Context(), r, happened(event.UserSignedUp, r.Workspace.ID, r.Account.ID, noon)); err != nil {
				t.Fatal(err)
			}
			return r
		}
		first := signUp("ada@example.com", plan.WithoutPlans)
		wantChoice(t, s, plan.WithoutPlans)
		signUp("bob@example.com", plan.WithPackages)
		wantChoice(t, s, plan.WithoutPlans)
		events, err := s.EventsOf(t.Context(), "", "", 10)
		if err != nil || len(events) == 0 || events[0].Kind != event.InstallPlansSet || events[0].Actor.ID != first.Account.ID {
			t.Errorf("events %v, %v", events, err)
		}
	})
}

// The retention of plans starts after workspace.PlanGrace.
func TestSetPlanChoice_DatesTheChangeOfAllPlans(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		id := register(t, s, "ada@example.com").Workspace.ID
		for i, c := range []struct {
			choice plan.Choice
			want   time.Time
		}{
			{plan.WithPackages, time.Time{}},
			{plan.WithoutPlans, time.Time{}},
			{plan.WithoutPlans, time.Time{}},
			{plan.WithPackages, noon.Add(3 * time.Hour)},
			{plan.WithPackages, noon.Add(3 * time.Hour)},
		} {
			at := noon.Add(time.Duration(i) * time.Hour)
			if err := s.SetPlanChoice(t.Context(), c.choice, happened(event.InstallPlansSet, "", "", at)); err != nil {
				t.Fatal(err)
			}
			wantChoice(t, s, c.choice)
			w, err := s.Workspace(t.Context(), id)
			if err != nil || !w.PlanChangedAt.Equal(c.want) {
				t.Errorf("step %d: the plan changed at %s, %v; want %s", i, w.PlanChangedAt, err, c.want)
			}
		}
	})
}
