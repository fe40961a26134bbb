package httpapi

import (
	"context"

	"linnet/internal/core/utm"
	"linnet/internal/edge/apikit"
)

// UTMConventions are the rules of a workspace for campaign parameters.
type UTMConventions struct {
	LowerCase  bool          `json:"lowerCase" doc:"True requires lower case for all values."`
	FoldCase   bool          `json:"foldCase" doc:"True if clicks count campaign values in lower case."`
	Parameters UTMParameters `json:"parameters"`
}

// UTMParameters are the rules for each parameter.
type UTMParameters struct {
	Source   UTMParameter `json:"source"`
	Medium   UTMParameter `json:"medium"`
	Campaign UTMParameter `json:"campaign"`
	Term     UTMParameter `json:"term"`
	Content  UTMParameter `json:"content"`
	Ref      UTMParameter `json:"ref"`
}

// UTMParameter is the rule for one parameter.
type UTMParameter struct {
	Required bool     `json:"required" doc:"True if every link must have the parameter."`
	Allowed  []string `json:"allowed" doc:"The allowed values; empty: any value."`
}

// PutUTMConventions replaces the conventions. Absent parameters have no rule; an absent
// foldCase is unchanged.
type PutUTMConventions struct {
	LowerCase  bool             `json:"lowerCase,omitempty"`
	FoldCase   *bool            `json:"foldCase,omitempty" doc:"Applies to new clicks, within a minute; absent: unchanged."`
	Parameters PutUTMParameters `json:"parameters,omitzero"`
}

// PutUTMParameters are the new rules for each parameter.
type PutUTMParameters struct {
	Source   PutUTMParameter `json:"source,omitzero"`
	Medium   PutUTMParameter `json:"medium,omitzero"`
	Campaign PutUTMParameter `json:"campaign,omitzero"`
	Term     PutUTMParameter `json:"term,omitzero"`
	Content  PutUTMParameter `json:"content,omitzero"`
	Ref      PutUTMParameter `json:"ref,omitzero"`
}

// PutUTMParameter is the new rule for one parameter.
type PutUTMParameter struct {
	Required bool     `json:"required,omitempty"`
	Allowed  []string `json:"allowed,omitempty"`
}

func conventionsOf(c utm.Conventions) UTMConventions {
	wire := func(p utm.Convention) UTMParameter {
		return UTMParameter{Required: p.Required, Allowed: apikit.OrEmpty(p.Allowed)}
	}
	return UTMConventions{
		LowerCase: c.LowerCase,
		FoldCase:  c.FoldCase,
		Parameters: UTMParameters{
			Source:   wire(c.Source),
			Medium:   wire(c.Medium),
			Campaign: wire(c.Campaign),
			Term:     wire(c.Term),
			Content:  wire(c.Content),
			Ref:      wire(c.Ref),
		},
	}
}

func (c PutUTMConventions) core() utm.Conventions {
	p := c.Parameters
	return utm.Conventions{
		LowerCase: c.LowerCase,
		Source:    utm.Convention(p.Source),
		Medium:    utm.Convention(p.Medium),
		Campaign:  utm.Convention(p.Campaign),
		Term:      utm.Convention(p.Term),
		Content:   utm.Convention(p.Content),
		Ref:       utm.Convention(p.Ref),
	}
}

func (a *API) getConventions(ctx context.Context, _ *struct{}) (*apikit.Output[UTMConventions], error) {
	c, err := a.UTMConventions.Conventions(ctx, apikit.ActorOf(ctx))
	return apikit.OutputOf(conventionsOf(c)), err
}

func (a *API) putConventions(ctx context.Context, in *apikit.With[PutUTMConventions]) (*apikit.Output[UTMConventions], error) {
	c, err := a.UTMConventions.SetConventions(ctx, apikit.ActorOf(ctx), in.Body.core(), in.Body.FoldCase)
	return apikit.OutputOf(conventionsOf(c)), err
}
