package webui

import (
	"fmt"
	"html/template"
	"strings"

	"linnet/internal/core/plan"
)

// packagesList shows the packages to who runs no script; the script makes
// cards of them. It stands in a noscript element of the pricing section.
const packagesList = `<style>.plans-state>:not(noscript){display:none}</style>` +
	`<div class="plans">{{range .}}<div class="plan"><h3 class="plan-name">{{.Name}}</h3>` +
	`<p class="price">{{.Price}}</p>{{with .Yearly}}<p class="plan-text">{{.}}</p>{{end}}` +
	`<ul>{{range .Features}}<li>{{.}}</li>{{end}}</ul></div>{{end}}</div>`

// offer is a package as the list shows it.
type offer struct {
	Name, Price, Yearly string
	Features            []string
}

// packagesHTML returns the list of what is on offer by the month; yearly holds
// the same packages in the same order.
func packagesHTML(monthly, yearly []plan.Package) (string, error) {
	offers := make([]offer, len(monthly))
	for i, p := range monthly {
		offers[i] = offer{Name: string(p.Name), Price: p.Price, Features: p.Features}
		switch {
		case p.Price == "":
			offers[i].Price = "Custom"
		case i < len(yearly) && yearly[i].Price != "":
			offers[i].Yearly = "a month, or " + yearly[i].Price + " a year"
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
