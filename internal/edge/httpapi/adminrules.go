package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/denylist"
	"linnet/internal/core/operator"
	"linnet/internal/edge/apikit"
)

// BlockRule blocks destinations of links.
type BlockRule struct {
	ID        string    `json:"id" example:"blk_3kq7c8v0d5m2a"`
	Kind      string    `json:"kind" enum:"host,domain,prefix,pattern" doc:"host: one host. domain: a host and its subdomains. prefix: a host and the start of a path. pattern: host, path and query with * for any characters, ignoring case."`
	Pattern   string    `json:"pattern" example:"evil.example"`
	Reason    string    `json:"reason" doc:"For operators."`
	CreatedBy string    `json:"createdBy" doc:"The id of the operator; empty for a command."`
	CreatedAt time.Time `json:"createdAt"`
}

func blockRuleOf(r denylist.Rule) BlockRule {
	return BlockRule{
		ID:        r.ID,
		Kind:      string(r.Kind),
		Pattern:   r.Pattern,
		Reason:    r.Reason,
		CreatedBy: r.CreatedBy,
		CreatedAt: apikit.Timestamp(r.CreatedAt),
	}
}

func (a *API) adminListRules(ctx context.Context, in *AdminListInput) (*apikit.ListOutput[BlockRule], error) {
	list := func(o *operator.Service) (operator.Page[denylist.Rule], error) { return o.BlockRules(ctx, in.query()) }
	return adminPage(ctx, a, list, blockRuleOf)
}

type createBlockRule struct {
	Kind    string `json:"kind" doc:"host, domain, prefix or pattern." example:"domain"`
	Pattern string `json:"pattern" doc:"At most 500 characters; a pattern has at least 4 besides *." example:"evil.example"`
	Reason  string `json:"reason" required:"false" doc:"At most 500 characters, for operators."`
}

func (a *API) adminCreateRule(ctx context.Context, in *apikit.With[createBlockRule]) (*apikit.Output[BlockRule], error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	r, err := o.AddRule(ctx, denylist.Kind(in.Body.Kind), in.Body.Pattern, in.Body.Reason)
	return apikit.OutputOf(blockRuleOf(r)), err
}

func (a *API) adminDeleteRule(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	return nil, o.DeleteRule(ctx, in.ID)
}
