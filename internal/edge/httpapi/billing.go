package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/billing"
	"linnet/internal/core/plan"
	"linnet/internal/edge/apikit"
)

// BillingState is the billing state of a workspace as the API returns it.
type BillingState struct {
	Plan           string                             `json:"plan" example:"PROFESSIONAL"`
	Payments       bool                               `json:"payments" doc:"Whether plans can be paid online. Otherwise the operator sets plans on request."`
	TrialAvailable bool                               `json:"trialAvailable" doc:"Whether the workspace can start its one trial."`
	Trial          apikit.OrNull[BillingTrial]        `json:"trial" doc:"The running trial; null: none."`
	Subscription   apikit.OrNull[BillingSubscription] `json:"subscription" doc:"The subscription; null: none."`
}

// BillingTrial is a running trial.
type BillingTrial struct {
	Package string    `json:"package" example:"PROFESSIONAL"`
	EndsAt  time.Time `json:"endsAt"`
}

// BillingSubscription is a subscription that can be charged.
type BillingSubscription struct {
	Package     string     `json:"package" example:"PROFESSIONAL"`
	Period      string     `json:"period" enum:"monthly,yearly"`
	Status      string     `json:"status" enum:"active,past_due" doc:"past_due: a payment failed."`
	PeriodEndAt *time.Time `json:"periodEndAt" doc:"When the paid period ends."`
	CancelAt    *time.Time `json:"cancelAt" doc:"When the subscription ends; null: it renews."`
	GraceEndsAt *time.Time `json:"graceEndsAt" doc:"When the plan ends unless the failed payment succeeds; null: none failed."`
}

func billingStateOf(s billing.State, now time.Time) BillingState {
	out := BillingState{Plan: string(s.Plan), Payments: s.Payments, TrialAvailable: s.TrialAvailable}
	if s.Trial.Active(now) {
		out.Trial.Value = &BillingTrial{Package: string(s.Trial.Plan), EndsAt: apikit.Timestamp(s.Trial.EndsAt)}
	}
	if sub := s.Subscription; sub.Live() {
		out.Subscription.Value = &BillingSubscription{
			Package:     string(sub.Price.Plan),
			Period:      string(sub.Price.Period),
			Status:      string(sub.Status),
			PeriodEndAt: apikit.TimeOrNull(sub.PeriodEnd),
			CancelAt:    apikit.TimeOrNull(sub.CancelAt),
			GraceEndsAt: apikit.TimeOrNull(s.GraceEndsAt),
		}
	}
	return out
}

func (a *API) getBilling(ctx context.Context, in *apikit.ByID) (*apikit.Output[BillingState], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return a.billingFor(ctx, actor, nil)
}

// billingFor returns the billing state after a change, or the error of the change.
func (a *API) billingFor(ctx context.Context, actor access.Actor, err error) (*apikit.Output[BillingState], error) {
	if err != nil {
		return nil, err
	}
	state, err := a.Billing.Get(ctx, actor)
	return apikit.OutputOf(billingStateOf(state, a.clock.Now())), err
}

type startTrial struct {
	Package string `json:"package" doc:"A package with a price, of GET /packages." example:"PROFESSIONAL"`
}

func (a *API) startTrial(ctx context.Context, in *apikit.ByIDWith[startTrial]) (*apikit.Output[BillingState], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return a.billingFor(ctx, actor, a.Billing.StartTrial(ctx, actor, plan.Name(in.Body.Package)))
}

// PriceChoice is a package with a billing period.
type PriceChoice struct {
	Package string `json:"package" doc:"A package with a price, of GET /packages." example:"PROFESSIONAL"`
	Period  string `json:"period" enum:"monthly,yearly"`
}

func (p PriceChoice) price() billing.Price {
	return billing.Price{Plan: plan.Name(p.Package), Period: billing.Period(p.Period)}
}

type paymentPageOutput struct {
	Body struct {
		URL string `json:"url" doc:"A page of the payment provider, to open in the browser."`
	} `nameHint:"PaymentPage"`
}

func paymentPage(url string, err error) (*paymentPageOutput, error) {
	out := &paymentPageOutput{}
	out.Body.URL = url
	return out, err
}

func (a *API) checkout(ctx context.Context, in *apikit.ByIDWith[PriceChoice]) (*paymentPageOutput, error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return paymentPage(a.Billing.Checkout(ctx, actor, in.Body.price()))
}

func (a *API) billingPortal(ctx context.Context, in *apikit.ByID) (*paymentPageOutput, error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return paymentPage(a.Billing.Portal(ctx, actor))
}

// InvoiceLine is a line of an invoice.
type InvoiceLine struct {
	Description string `json:"description"`
	Amount      int64  `json:"amount" doc:"In the smallest unit of the currency; negative: a credit."`
}

// QuotaExcess is a limit of a package that the workspace exceeds.
type QuotaExcess struct {
	Name  string `json:"name" example:"links"`
	Used  int64  `json:"used"`
	Limit int64  `json:"limit"`
}

type planChangePreview struct {
	Currency    string        `json:"currency" example:"usd"`
	Due         int64         `json:"due" doc:"The amount that is charged now, in the smallest unit of the currency."`
	Lines       []InvoiceLine `json:"lines"`
	PreviewedAt time.Time     `json:"previewedAt" doc:"To send with the change, which is charged as computed for this moment."`
	Excess      []QuotaExcess `json:"excess" doc:"Limits of the package that the workspace exceeds. What exists stays and redirects; new items are rejected."`
}

func (a *API) previewPlanChange(ctx context.Context, in *apikit.ByIDWith[PriceChoice]) (*apikit.Output[planChangePreview], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	preview, err := a.Billing.Preview(ctx, actor, in.Body.price())
	if err != nil {
		return nil, err
	}
	excess, err := a.Billing.Excess(ctx, actor, plan.Name(in.Body.Package))
	if err != nil {
		return nil, err
	}
	out := &apikit.Output[planChangePreview]{}
	out.Body.Currency, out.Body.Due, out.Body.PreviewedAt = preview.Currency, preview.Due, preview.At
	out.Body.Lines = apikit.Map(preview.Lines, func(l billing.Line) InvoiceLine { return InvoiceLine(l) })
	out.Body.Excess = apikit.Map(excess, func(e billing.Excess) QuotaExcess {
		return QuotaExcess{Name: e.Name, Used: int64(e.Used), Limit: int64(e.Limit)}
	})
	return out, nil
}

type changePlan struct {
	PriceChoice
	PreviewedAt time.Time `json:"previewedAt" doc:"That of a preview of the last hour."`
}

func (a *API) changePlan(ctx context.Context, in *apikit.ByIDWith[changePlan]) (*apikit.Output[BillingState], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return a.billingFor(ctx, actor, a.Billing.Change(ctx, actor, in.Body.price(), in.Body.PreviewedAt))
}

func (a *API) cancelSubscription(ctx context.Context, in *apikit.ByID) (*apikit.Output[BillingState], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return a.billingFor(ctx, actor, a.Billing.Cancel(ctx, actor, true))
}

func (a *API) resumeSubscription(ctx context.Context, in *apikit.ByID) (*apikit.Output[BillingState], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return a.billingFor(ctx, actor, a.Billing.Cancel(ctx, actor, false))
}

// Invoice is an invoice as the API returns it.
type Invoice struct {
	ID        string    `json:"id"`
	Number    string    `json:"number" doc:"Empty for a draft."`
	CreatedAt time.Time `json:"createdAt"`
	Total     int64     `json:"total" doc:"In the smallest unit of the currency."`
	Currency  string    `json:"currency" example:"usd"`
	Status    string    `json:"status" doc:"draft, open, paid, uncollectible or void."`
	URL       string    `json:"url" doc:"The page of the invoice at the payment provider; may be empty."`
}

func (a *API) listInvoices(ctx context.Context, in *apikit.ByID) (*apikit.ListOutput[Invoice], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	all, err := a.Billing.Invoices(ctx, actor)
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(all, func(i billing.Invoice) Invoice {
		i.CreatedAt = apikit.Timestamp(i.CreatedAt)
		return Invoice(i)
	})), nil
}
