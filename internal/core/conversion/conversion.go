// Package conversion takes reports of what visitors did after a click: leads
// and sales. Each is tied to one click of the same workspace, and counted with
// that click's dimensions.
package conversion

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/currency"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/click"
)

// Kind is the kind of a conversion.
type Kind string

// The kinds.
const (
	Lead Kind = "lead" // signed up, filled in a form, asked for something
	Sale Kind = "sale" // paid
)

// State is how far a conversion is.
type State string

// The states.
const (
	Pending State = "pending" // its click is on its way to the click store
	Counted State = "counted"
	Unknown State = "unknown" // its click never came; it is not counted
)

// Conversion is one lead or sale.
type Conversion struct {
	ID          string
	WorkspaceID string
	Kind        Kind
	State       State
	ClickID     string
	EventName   string
	ExternalID  string // the caller's own id of a lead
	CustomerID  string // the caller's own id of the customer
	InvoiceID   string // the caller's own id of a sale
	Amount      int64  // of a sale, in the currency's minor units
	Currency    string // of a sale, ISO 4217
	Metadata    []byte // a JSON object; empty: none
	At          time.Time

	// Click is the click behind it, without its visitor. It is empty unless
	// the conversion is counted.
	Click click.Click
}

// Dedupe returns the deduplication key: the caller's own id, or the conversion's
// id, which is unique.
func (c *Conversion) Dedupe() string {
	switch {
	case c.Kind == Sale && c.InvoiceID != "":
		return "invoice:" + c.InvoiceID
	case c.ExternalID != "":
		return "external:" + c.ExternalID
	default:
		return c.ID
	}
}

// Report is the input of Track: one lead or one sale.
type Report struct {
	Kind       Kind
	ClickID    string // optional for a sale when the customer has a lead
	EventName  string // empty: "Lead" or "Sale"
	ExternalID string
	CustomerID string
	InvoiceID  string
	Amount     *int64
	Currency   string
	Metadata   map[string]any
}

// Bounds of a report.
const (
	MaxName     = 100               // characters of an event's name
	MaxID       = 200               // characters of an id of the caller's
	MaxAmount   = 1_000_000_000_000 // minor units; ten million such sales still add up
	MaxMetadata = 10_000            // bytes of JSON
)

// conversion validates a report and returns its conversion and the number of its
// click; 0 means that the click is that of the customer's lead.
func (r Report) conversion() (c Conversion, clickNumber uint64, err error) {
	var l fault.List
	c = Conversion{
		ID:         ident.New(ident.Conversion),
		Kind:       r.Kind,
		State:      Pending,
		ClickID:    r.ClickID,
		EventName:  strings.TrimSpace(r.EventName),
		ExternalID: r.ExternalID,
		CustomerID: r.CustomerID,
		InvoiceID:  r.InvoiceID,
	}
	if c.EventName == "" {
		c.EventName = map[Kind]string{Lead: "Lead", Sale: "Sale"}[r.Kind]
	}
	clickNumber = r.click(&l)
	for _, text := range []struct {
		field, value string
		most         int
	}{
		{"eventName", c.EventName, MaxName}, {"externalId", r.ExternalID, MaxID},
		{"customerId", r.CustomerID, MaxID}, {"invoiceId", r.InvoiceID, MaxID},
	} {
		l.AddErr(text.field, checkText(text.value, text.most))
	}
	if r.Kind == Sale {
		c.Amount, c.Currency = r.price(&l)
	}
	if len(r.Metadata) > 0 {
		c.Metadata, err = json.Marshal(r.Metadata)
		if err != nil || len(c.Metadata) > MaxMetadata {
			l.Add("metadata", fmt.Sprintf("An object of at most %d bytes.", MaxMetadata))
		}
	}
	return c, clickNumber, l.Err()
}

func (r Report) click(l *fault.List) uint64 {
	if r.ClickID == "" {
		if r.Kind != Sale || r.CustomerID == "" {
			l.Add("clickId", "Send the id of the click, which the destination received as linnet_click in its query.")
		}
		return 0
	}
	number, ok := ident.Number(r.ClickID)
	if !ok || number == 0 || !strings.HasPrefix(r.ClickID, ident.Click+"_") {
		l.Add("clickId", "This is not the id of a click, such as clk_3kq7c8v0d5m2a.")
		return 0
	}
	return number
}

func (r Report) price(l *fault.List) (amount int64, code string) {
	switch {
	case r.Amount == nil:
		l.Add("amount", "Send the amount, in the currency's minor units: 1299 for 12.99.")
	case *r.Amount < 0 || *r.Amount > MaxAmount:
		l.Add("amount", "The amount lies between 0 and 1,000,000,000,000 minor units.")
	default:
		amount = *r.Amount
	}
	unit, err := currency.ParseISO(r.Currency)
	if err != nil {
		l.Add("currency", "Send the currency as an ISO 4217 code, such as EUR.")
		return amount, ""
	}
	return amount, unit.String()
}

// checkText bounds the length of a text and rejects invalid UTF-8 and control
// characters.
func checkText(value string, most int) error {
	switch {
	case utf8.RuneCountInString(value) > most:
		return fault.New(fault.Invalid, fmt.Sprintf("At most %d characters.", most))
	case !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl):
		return fault.New(fault.Invalid, "Remove the control characters from this text.")
	}
	return nil
}
