package dub

import (
	"cmp"
	"net/http"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/conversion"
	"linnet/internal/core/link"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

// person are the fields of a customer, whom Linnet knows by the external id only: the rest is answered, and not stored.
type person struct {
	ExternalID string `json:"customerExternalId"`
	OldID      string `json:"externalId"` // former names of customerExternalId
	OlderID    string `json:"customerId"`
	Name       string `json:"customerName"`
	Email      string `json:"customerEmail"`
	Avatar     string `json:"customerAvatar"`
}

func (p *person) id() string { return cmp.Or(p.ExternalID, p.OldID, p.OlderID) }

// customer is a customer as Dub returns it.
type customer struct {
	ID         string  `json:"id,omitempty"` // of a sale
	Name       *string `json:"name"`
	Email      *string `json:"email"`
	Avatar     *string `json:"avatar"`
	ExternalID *string `json:"externalId"`
}

func (p *person) shown() customer {
	return customer{
		Name: apikit.TextOrNull(p.Name), Email: apikit.TextOrNull(p.Email), Avatar: apikit.TextOrNull(p.Avatar),
		ExternalID: apikit.TextOrNull(p.id()),
	}
}

// reported are the fields of a conversion in a request.
type reported struct {
	person
	ClickID   string         `json:"clickId"`
	EventName string         `json:"eventName"`
	Metadata  map[string]any `json:"metadata"`
}

// report returns the conversion of a request.
func (in *reported) report(kind conversion.Kind) (conversion.Report, error) {
	if in.id() == "" {
		return conversion.Report{}, invalid("customerExternalId", "Send your id of the customer.")
	}
	return conversion.Report{
		Kind: kind, ClickID: in.ClickID, EventName: in.EventName, CustomerID: in.id(), Metadata: in.Metadata,
	}, nil
}

// shownTarget is the link of a conversion as Dub returns it.
type shownTarget struct {
	ID         string  `json:"id"`
	Domain     string  `json:"domain"`
	Key        string  `json:"key"`
	ShortLink  string  `json:"shortLink"`
	URL        string  `json:"url"`
	PartnerID  *string `json:"partnerId"`
	ProgramID  *string `json:"programId"`
	TenantID   *string `json:"tenantId"`
	ExternalID *string `json:"externalId"`
}

// target returns the link of a conversion; nil: its click is not stored yet, or the link was deleted.
func (a *api) target(c *compat.Call, of *conversion.Conversion) (*shownTarget, error) {
	if of.Click.LinkID == 0 {
		return nil, nil //nolint:nilnil // as documented
	}
	l, err := a.Links.Get(c.Context(), c.Actor, ident.Text(ident.Link, of.Click.LinkID))
	if fault.Is(err, fault.NotFound) {
		return nil, nil //nolint:nilnil // as documented
	}
	if err != nil {
		return nil, err
	}
	return &shownTarget{
		ID: l.ID, Domain: l.Domain, Key: l.Alias(), ShortLink: link.ShortURL(a.Scheme, l.Domain, l.Alias()), URL: l.URL,
		ExternalID: apikit.TextOrNull(l.ExternalID),
	}, nil
}

// missingClick returns the fault of a click that does not exist as NotFound, and others as they are.
func missingClick(err error) error {
	if fault.Is(err, fault.Invalid) && fault.Names(err, "clickId") {
		return fault.New(fault.NotFound, "This workspace has no such click. The destination receives its id as linnet_click.").At("clickId")
	}
	return err
}

// leadID returns the id by which the leads of a customer with one name of an event are one; "" if it would be too long.
func leadID(customerID, eventName string) string {
	id := customerID + ":" + strings.ToLower(strings.ReplaceAll(strings.TrimSpace(eventName), " ", "-"))
	if utf8.RuneCountInString(id) > conversion.MaxID {
		return ""
	}
	return id
}

func (a *api) trackLead(w http.ResponseWriter, c *compat.Call) error {
	var in struct {
		reported
		Mode          string `json:"mode"`
		EventQuantity *int   `json:"eventQuantity"`
	}
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	r, err := in.report(conversion.Lead)
	switch {
	case err != nil:
		return err
	case in.ClickID == "":
		return invalid("clickId", "Send the id of the click, which the destination received as linnet_click.")
	case strings.TrimSpace(in.EventName) == "":
		return invalid("eventName", "Enter a name, such as Sign up.")
	case in.Mode == "deferred":
		return unsupported("mode", "Linnet tracks a lead when it is reported. Use async or wait, when the lead has happened.")
	case in.EventQuantity != nil && *in.EventQuantity != 1:
		return unsupported("eventQuantity", "Linnet counts one lead for a call. Leave this out.")
	}
	r.ExternalID = leadID(r.CustomerID, in.EventName)
	made, _, err := a.Conversions.Track(c.Context(), c.Actor, r)
	if err != nil {
		return missingClick(err)
	}
	target, err := a.target(c, &made)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]any{
		"click": map[string]string{"id": made.ClickID}, "link": target, "customer": in.shown(),
	})
}

// sale is a sale as Dub returns it.
type sale struct {
	Amount           int64          `json:"amount"`
	Currency         string         `json:"currency"`
	PaymentProcessor string         `json:"paymentProcessor"`
	InvoiceID        *string        `json:"invoiceId"`
	Metadata         map[string]any `json:"metadata"`
}

func (a *api) trackSale(w http.ResponseWriter, c *compat.Call) error {
	var in struct {
		reported
		Amount           *int64 `json:"amount"`
		Currency         string `json:"currency"`
		PaymentProcessor string `json:"paymentProcessor"`
		InvoiceID        string `json:"invoiceId"`
	}
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	r, err := in.report(conversion.Sale)
	if err != nil {
		return err
	}
	r.EventName = cmp.Or(in.EventName, "Purchase")
	r.Amount, r.Currency, r.InvoiceID = in.Amount, cmp.Or(in.Currency, usDollar), in.InvoiceID
	made, _, err := a.Conversions.Track(c.Context(), c.Actor, r)
	if in.ClickID == "" && fault.Is(err, fault.Invalid) && fault.Names(err, "clickId") {
		none := map[string]any{"eventName": r.EventName, "customer": nil, "sale": nil} // no lead of the customer is known
		return compat.WriteJSON(w, http.StatusOK, none)
	}
	if err != nil {
		return missingClick(err)
	}
	buyer := in.shown()
	buyer.ID = in.id()
	return compat.WriteJSON(w, http.StatusOK, map[string]any{
		"eventName": made.EventName,
		"customer":  buyer,
		"sale": sale{
			Amount: made.Amount, Currency: strings.ToLower(made.Currency), PaymentProcessor: cmp.Or(in.PaymentProcessor, "custom"),
			InvoiceID: apikit.TextOrNull(made.InvoiceID), Metadata: in.Metadata,
		},
	})
}
