package plan

import (
	"regexp"
	"strconv"
	"strings"
)

// Sale is a package with a price.
type Sale struct {
	Name            Name
	Monthly, Yearly int64  // in the smallest unit of Currency
	Currency        string // ISO 4217, lower case
}

// amount matches a price of one of the currencies that Linnet can charge: $9,
// £19.50, 5 €.
var amount = regexp.MustCompile(`^([$€£]?) ?(\d{1,7})(?:[.,](\d{2}))? ?([$€£]?)$`)

// ForSale returns the packages that can be paid online: those with a monthly and a
// yearly price in one known currency. FREE is never among them.
func (c *Catalog) ForSale() []Sale {
	var all []Sale
	for _, o := range c.offered() {
		monthly, currency := parsePrice(o.monthly)
		yearly, same := parsePrice(o.yearly)
		if o.name != Free && monthly > 0 && yearly > 0 && currency == same {
			all = append(all, Sale{Name: o.name, Monthly: monthly, Yearly: yearly, Currency: currency})
		}
	}
	return all
}

// Sells reports whether the package is among ForSale.
func (c *Catalog) Sells(name Name) bool {
	for _, s := range c.ForSale() {
		if s.Name == name {
			return true
		}
	}
	return false
}

// parsePrice returns the amount of a price and its currency; 0: none that can be
// charged.
func parsePrice(price string) (cents int64, currency string) {
	m := amount.FindStringSubmatch(strings.ReplaceAll(strings.TrimSpace(price), "\u00a0", " "))
	if m == nil || (m[1] == "") == (m[4] == "") {
		return 0, ""
	}
	whole, err := strconv.ParseInt(m[2], 10, 64)
	if err != nil {
		return 0, ""
	}
	fraction, _ := strconv.ParseInt(m[3], 10, 64) // none: 0
	return whole*100 + fraction, map[string]string{"$": "usd", "€": "eur", "£": "gbp"}[m[1]+m[4]]
}
