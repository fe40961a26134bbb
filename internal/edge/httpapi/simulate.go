package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/edge/apikit"
)

// Visit describes a simulated visit.
type Visit struct {
	UserAgent      *string    `json:"userAgent,omitempty" nullable:"true"`
	AcceptLanguage *string    `json:"acceptLanguage,omitempty" nullable:"true" example:"de-AT, en;q=0.5"`
	Query          *string    `json:"query,omitempty" nullable:"true" doc:"The query of the short URL, without the question mark." example:"a=1"`
	IP             *string    `json:"ip,omitempty" nullable:"true" example:"203.0.113.7"`
	Country        *string    `json:"country,omitempty" nullable:"true" doc:"ISO 3166-1 alpha-2. Country, region and city override the location of ip." example:"FR"`
	Region         *string    `json:"region,omitempty" nullable:"true" doc:"ISO 3166-2." example:"US-CA"`
	City           *string    `json:"city,omitempty" nullable:"true" maxLength:"200" doc:"The English name." example:"Paris"`
	Referrer       *string    `json:"referrer,omitempty" nullable:"true" example:"https://news.example.com/"`
	At             *time.Time `json:"at,omitempty" nullable:"true" doc:"The time of the visit; now by default."`
	Path           *string    `json:"path,omitempty" nullable:"true" doc:"The path after a wildcard alias, without a leading slash."`
	Unlocked       bool       `json:"unlocked,omitempty" doc:"True simulates that the visitor entered the password."`
}

func (v *Visit) core() link.SimulateInput {
	in := link.SimulateInput{
		UserAgent:      apikit.Value(v.UserAgent),
		AcceptLanguage: apikit.Value(v.AcceptLanguage),
		Query:          apikit.Value(v.Query),
		IP:             apikit.Value(v.IP),
		Country:        apikit.Value(v.Country),
		Region:         apikit.Value(v.Region),
		City:           apikit.Value(v.City),
		Referrer:       apikit.Value(v.Referrer),
		Rest:           apikit.Value(v.Path),
		Unlocked:       v.Unlocked,
	}
	if v.At != nil {
		in.At = *v.At
	}
	return in
}

type simulate struct {
	Visit
	Change *apikit.Raw[UpdateLink] `json:"change,omitempty" doc:"An update to apply to the link first. It is not stored."`
}

type simulateDraft struct {
	Visit
	Link apikit.Raw[CreateLink] `json:"link" doc:"The link. It is not stored."`
}

// Simulation is the result of a simulated visit.
type Simulation struct {
	Outcome  string           `json:"outcome" enum:"redirect,fallback,preview,password,scheduled,expired,archived,blocked"`
	Status   int              `json:"status" doc:"The status of the HTTP response." example:"302"`
	Location *string          `json:"location" doc:"The URL to which the visitor is redirected; null: none."`
	RuleID   *string          `json:"ruleId" doc:"The rule that applied; null: none."`
	Trace    []SimulationStep `json:"trace" doc:"The steps of the decision."`
}

// SimulationStep is a step of the decision.
type SimulationStep struct {
	Stage  string  `json:"stage" enum:"lifecycle,password,rule,split,answer"`
	RuleID *string `json:"ruleId"`
	Name   *string `json:"name" doc:"The name of the rule."`
	Held   bool    `json:"held" doc:"True for the step that determined the result."`
	Why    string  `json:"why" doc:"The reason in a sentence."`
}

func (a *API) simulate(ctx context.Context, in *apikit.ByIDWith[simulate]) (*apikit.Output[Simulation], error) {
	var edit link.Edit
	if in.Body.Change != nil {
		fields, unread, err := in.Body.Change.Decode(a.router().Schemas())
		if err != nil {
			return nil, err
		}
		edit = fields.edit(unread)
	}
	got, err := a.Links.SimulateChange(ctx, apikit.ActorOf(ctx), in.ID, edit, in.Body.core())
	return simulationOf(got, err)
}

func (a *API) simulateDraft(ctx context.Context, in *apikit.With[simulateDraft]) (*apikit.Output[Simulation], error) {
	draft, err := a.draftOf(in.Body.Link)
	if err != nil {
		return nil, err
	}
	got, err := a.Links.SimulateDraft(ctx, apikit.ActorOf(ctx), draft, in.Body.core())
	return simulationOf(got, apikit.WithFieldName(err, draft.DecodeErrors))
}

func simulationOf(got link.Simulation, err error) (*apikit.Output[Simulation], error) {
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(Simulation{
		Outcome:  string(got.Outcome),
		Status:   got.Status,
		Location: apikit.TextOrNull(got.Location),
		RuleID:   apikit.TextOrNull(got.RuleID),
		Trace: apikit.Map(got.Trace, func(s routing.Step) SimulationStep {
			return SimulationStep{
				Stage:  string(s.Stage),
				RuleID: apikit.TextOrNull(s.RuleID),
				Name:   apikit.TextOrNull(s.Name),
				Held:   s.Held,
				Why:    s.Why,
			}
		}),
	}), nil
}
