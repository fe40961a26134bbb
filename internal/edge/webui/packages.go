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

// noPlans replaces the list on an install without plans. Its style hides the
// loading state and the period switch, too.
const noPlans = `<style>.pricing-billing,.plans-state>:not(noscript){display:none}</style>` +
	`<p>Everything on this install is free, without limits.</p>`

// packagesHTML returns the list of monthly packages, or a sentence on an install
// without plans.
func (f Facts) packagesHTML() (string, error) {
	if !f.Plans {
		return noPlans, nil
	}
	offers := make([]offer, len(f.Monthly))
	for i, p := range f.Monthly {
		offers[i] = offer{Package: p}
		if i < len(f.Yearly) && f.Yearly[i].Price != p.Price {
			offers[i].Yearly = f.Yearly[i].Price
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
