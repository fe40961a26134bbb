package cli

import (
	"fmt"
	"net/http"
	"testing"

	"linnet/internal/config"
)

// hasPlans reports whether a node says that the install has plans.
func hasPlans(p *person) bool {
	var packages struct{ Enabled bool }
	p.call(http.MethodGet, "/packages", nil, http.StatusOK, &packages)
	return packages.Enabled
}

func TestNode_AppliesTheOperatorsChoiceOfPlans(t *testing.T) {
	t.Parallel()
	ada := signUp(t, start(t, nil))
	if !hasPlans(ada) {
		t.Error("an install without a choice has no plans")
	}
	limit := func() (n int) {
		var usage struct{ Links struct{ Limit int } }
		ada.call(http.MethodGet, "/dashboard/usage", nil, http.StatusOK, &usage)
		return usage.Links.Limit
	}
	for _, c := range []struct {
		plans string
		want  bool
		links int
	}{{"off", false, 0}, {"packages", true, 100}} {
		ada.call(http.MethodPut, "/admin/plans", map[string]any{"plans": c.plans}, http.StatusNoContent, nil)
		var overview struct{ HasPlans, PlansFixed bool }
		ada.call(http.MethodGet, "/admin/overview", nil, http.StatusOK, &overview)
		if hasPlans(ada) != c.want || overview.HasPlans != c.want || overview.PlansFixed || limit() != c.links {
			t.Errorf("%s: plans %t, overview %+v, %d links", c.plans, hasPlans(ada), overview, limit())
		}
	}
}

func TestNode_ConfiguredPlansOverruleTheOperatorsChoice(t *testing.T) {
	t.Parallel()
	ada := signUp(t, start(t, func(c *config.Config) { c.Plans = "off" }))
	ada.call(http.MethodPut, "/admin/plans", map[string]any{"plans": "packages"}, http.StatusConflict, nil)
	if hasPlans(ada) {
		t.Error("the choice overrules the configuration")
	}
}

func TestNodes_FollowTheOperatorsChoiceOfPlans(t *testing.T) {
	t.Parallel()
	p := startNodePair(t)
	for _, plans := range []string{"off", "packages"} {
		p.people[0].call(http.MethodPut, "/admin/plans", map[string]any{"plans": plans}, http.StatusNoContent, nil)
		eventually(t, func() string {
			if got := hasPlans(p.people[1]); got != (plans == "packages") {
				return fmt.Sprintf("%s: the other node has plans: %t", plans, got)
			}
			return ""
		})
	}
}
