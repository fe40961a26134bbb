package webui

import (
	"fmt"
	"html/template"
	"strings"

	"linnet/internal/core/plan"
)

// packagesList lists the packages in a noscript element of the pricing section.
// The script renders them as cards.
//
// The style hides the loading state and the period switch, which need the script.
const packagesList = `<style>.pricing-billing,.plans-state>:not(noscript){display:none}` +
	`.plans-state.pricing-loading{display:block;min-height:0;padding:0;border:0;text-align:start;color:inherit}</style>` +
	`<div class="pricing-plans">{{range .}}<div class="pricing-plan"><h3 class="plan-name">{{.Name}}</h3>` +
	`<p class="pricing-price">{{or .Price "Custom"}}</p>{{with .Yearly}}<p class="plan-text">a month, or {{.}} a year</p>{{end}}` +
	`<ul>{{range .Features}}<li>{{.}}</li>{{end}}</ul>` +
	`{{if .Price}}<a class="ui-button" href="/signup?plan={{.Name}}">Sign Up</a>{{end}}</div>{{end}}</div>`

// offer is a package as the list shows it.
type offer struct {
	plan.Package
	Yearly string // its yearly price, if it differs
}

// packagesHTML returns the list of monthly packages. yearly holds the same packages
// in the same order.
func packagesHTML(monthly, yearly []plan.Package) (string, error) {
	offers := make([]offer, len(monthly))
	for i, p := range monthly {
		offers[i] = offer{Package: p}
		if i < len(yearly) && yearly[i].Price != p.Price {
			offers[i].Yearly = yearly[i].Price
		}
	}
	var b strings.Builder
	list, err := template.New("packages").Parse(packagesList)
	if err == nil {
		err = list.Execute(&b, offers)
	}
	if err != nil {
		return "", fmt.Errorf("webui: packages: %w", err)
	}
	return b.String(), nil
}
