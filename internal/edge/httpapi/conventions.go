package httpapi

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/label"
)

// UTMRules is what the API needs of core/label to keep conventions.
type UTMRules interface {
	Conventions(ctx context.Context, actor access.Actor) (label.Conventions, error)
	// SetConventions replaces them.
	SetConventions(ctx context.Context, actor access.Actor, conventions label.Conventions) (label.Conventions, error)
}

// UTMConventions is what a workspace asks of its links' campaign parameters.
type UTMConventions struct {
	LowerCase  bool          `json:"lowerCase" required:"false" doc:"All values are written in lower case."`
	Parameters UTMParameters `json:"parameters" required:"false"`
}

// UTMParameters is what is asked of each.
type UTMParameters struct {
	Source   UTMParameter `json:"source" required:"false"`
	Medium   UTMParameter `json:"medium" required:"false"`
	Campaign UTMParameter `json:"campaign" required:"false"`
	Term     UTMParameter `json:"term" required:"false"`
	Content  UTMParameter `json:"content" required:"false"`
	Ref      UTMParameter `json:"ref" required:"false"`
}

// UTMParameter is what is asked of one.
type UTMParameter struct {
	Required bool     `json:"required" required:"false" doc:"No link without it."`
	Allowed  []string `json:"allowed" required:"false" nullable:"false" doc:"The values that it may have; none: any value."`
}

func conventionsOf(c label.Conventions) UTMConventions {
	wire := func(p label.Convention) UTMParameter {
		return UTMParameter{Required: p.Required, Allowed: orEmpty(p.Allowed)}
	}
	return UTMConventions{LowerCase: c.LowerCase, Parameters: UTMParameters{
		Source: wire(c.Source), Medium: wire(c.Medium), Campaign: wire(c.Campaign),
		Term: wire(c.Term), Content: wire(c.Content), Ref: wire(c.Ref),
	}}
}

func (c UTMConventions) core() label.Conventions {
	p := c.Parameters
	return label.Conventions{
		LowerCase: c.LowerCase, Source: label.Convention(p.Source), Medium: label.Convention(p.Medium),
		Campaign: label.Convention(p.Campaign), Term: label.Convention(p.Term), Content: label.Convention(p.Content),
		Ref: label.Convention(p.Ref),
	}
}

type conventionsOutput struct{ Body UTMConventions }

func (a *API) getConventions(ctx context.Context, _ *struct{}) (*conventionsOutput, error) {
	c, err := a.UTMRules.Conventions(ctx, actorOf(ctx))
	return &conventionsOutput{conventionsOf(c)}, err
}

type putConventionsInput struct{ Body UTMConventions }

func (a *API) putConventions(ctx context.Context, in *putConventionsInput) (*conventionsOutput, error) {
	c, err := a.UTMRules.SetConventions(ctx, actorOf(ctx), in.Body.core())
	return &conventionsOutput{conventionsOf(c)}, err
}
