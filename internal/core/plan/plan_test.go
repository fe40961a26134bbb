package plan_test

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/plan"
)

func TestBuiltIn_HasTheFivePackages(t *testing.T) {
	t.Parallel()
	monthly, yearly := plan.BuiltIn().Packages()
	want := []plan.Name{plan.Free, plan.Basic, plan.Professional, plan.Business, plan.Enterprise}
	ids := map[string]bool{}
	for period, list := range map[string][]plan.Package{"monthly": monthly, "yearly": yearly} {
		var names []plan.Name
		popular := 0
		for _, p := range list {
			names = append(names, p.Name)
			if ids[p.ID] {
				t.Errorf("the id %q is there twice", p.ID)
			}
			ids[p.ID] = true
			if p.IsMostPopular {
				popular++
			}
			if p.Name != plan.Enterprise && !strings.HasPrefix(p.Price, "$") {
				t.Errorf("%s %s costs %q", p.Name, period, p.Price)
			}
		}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("%s: %s", period, diff)
		}
		if popular != 1 {
			t.Errorf("%s: %d packages are the most popular", period, popular)
		}
	}
	if monthly[4].Price != "" || yearly[4].Price != "" {
		t.Error("ENTERPRISE has a price")
	}
}

func TestBuiltIn_YearCosts16PercentLess(t *testing.T) {
	t.Parallel()
	monthly, yearly := plan.BuiltIn().Packages()
	for i, m := range monthly {
		month, year := dollars(t, m.Price), dollars(t, yearly[i].Price)
		if month == 0 {
			if year != 0 {
				t.Errorf("%s is free by the month and costs %v a year", m.Name, year)
			}
			continue
		}
		if saved := math.Round(100 * (1 - year/(12*month))); saved != 16 {
			t.Errorf("AC-227: %s saves %v %% a year", m.Name, saved)
		}
	}
}

func dollars(t *testing.T, price string) float64 {
	t.Helper()
	if price == "" {
		return 0
	}
	n, err := strconv.ParseFloat(strings.TrimPrefix(price, "$"), 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestPackages_FeaturesMatchTheLimits(t *testing.T) {
	t.Parallel()
	c := plan.BuiltIn()
	if got := c.Limits(plan.Free).Links; got != 100 {
		t.Errorf("FREE allows %d links, want 100", got)
	}
	monthly, _ := c.Packages()
	for _, p := range monthly {
		lines := c.Limits(p.Name).Describe()
		if diff := cmp.Diff(lines, p.Features[:len(lines)]); diff != "" {
			t.Errorf("%s: %s", p.Name, diff)
		}
	}
	want := []string{"100 links", "5,000 clicks a month", "60 days of statistics", "1 custom domain",
		"1 bio page", "1 member", "50 MB of storage", "No credit card needed"}
	if diff := cmp.Diff(want, monthly[0].Features); diff != "" {
		t.Error(diff)
	}
	unlimited := []string{"Unlimited links", "Unlimited clicks a month", "Unlimited statistics", "Unlimited custom domains",
		"Unlimited bio pages", "Unlimited members", "Unlimited storage"}
	if diff := cmp.Diff(unlimited, monthly[4].Features); diff != "" {
		t.Error(diff)
	}
	for mebibytes, want := range map[int]string{500: "500 MB of storage", 1_500: "1,500 MB of storage", 25_000: "25 GB of storage"} {
		if got := (plan.Limits{Storage: int64(mebibytes) << 20}).Describe()[6]; got != want {
			t.Errorf("%d MiB are %q, want %q", mebibytes, got, want)
		}
	}
	if got := (plan.Limits{RetentionDays: 365}).Describe()[2]; got != "1 year of statistics" {
		t.Errorf("365 days are %q", got)
	}
}

func TestPackages_ReturnsCopies(t *testing.T) {
	t.Parallel()
	c := plan.BuiltIn()
	first, _ := c.Packages()
	first[0].Features[0] = "spoiled"
	if again, _ := c.Packages(); again[0].Features[0] != "100 links" {
		t.Error("a caller changed the catalog")
	}
}

func TestLimits_UnknownPackageHasThoseOfFree(t *testing.T) {
	t.Parallel()
	c := plan.BuiltIn()
	if diff := cmp.Diff(c.Limits(plan.Free), c.Limits("GOLD")); diff != "" {
		t.Error(diff)
	}
}

func TestCatalog_AppliesTheChoiceOfTheOperator(t *testing.T) {
	t.Parallel()
	fromFile, err := plan.Load(strings.NewReader(twoPackages))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		catalog *plan.Catalog
		fixed   bool
		want    map[plan.Choice]bool // whether it has plans then
	}{
		"no setting": {plan.BuiltIn(), false, map[plan.Choice]bool{plan.Undecided: true, plan.WithoutPlans: false, plan.WithPackages: true}},
		"off":        {plan.Off(), true, map[plan.Choice]bool{plan.Undecided: false, plan.WithPackages: false}},
		"a file":     {fromFile, true, map[plan.Choice]bool{plan.Undecided: true, plan.WithoutPlans: true}},
	} {
		if c.catalog.Fixed() != c.fixed {
			t.Errorf("%s: fixed is %t", name, c.catalog.Fixed())
		}
		for choice, want := range c.want {
			c.catalog.Apply(choice)
			limited := c.catalog.Limits(plan.Free) != plan.Limits{}
			if c.catalog.Enabled() != want || limited != want || len(c.catalog.Names()) > 1 != want {
				t.Errorf("%s, %q: plans %t, limits %t, offers %v", name, choice, c.catalog.Enabled(), limited, c.catalog.Names())
			}
		}
	}
}

func TestOff_HasNoLimits(t *testing.T) {
	t.Parallel()
	c := plan.Off()
	for _, name := range []plan.Name{plan.Free, plan.Business, "GOLD"} {
		if got := c.Limits(name); got != (plan.Limits{}) {
			t.Errorf("%s is limited: %+v", name, got)
		}
	}
	monthly, yearly := c.Packages()
	if len(monthly) != 1 || len(yearly) != 1 || monthly[0].Name != plan.Free {
		t.Errorf("packages: %v %v", monthly, yearly)
	}
}

const twoPackages = `{"packages": [
  {"name": "FREE", "monthly": "0 €", "yearly": "0 €", "limits": {"links": 25, "clicksPerMonth": 1000, "domains": 1, "members": 1, "retentionDays": 7, "bioPages": 1}},
  {"name": "CLUB", "monthly": "5 €", "yearly": "50 €", "mostPopular": true, "features": ["A mug"],
   "limits": {"links": "unlimited", "clicksPerMonth": "unlimited", "domains": 2, "members": 9, "retentionDays": 730, "bioPages": "unlimited"}}]}`

func TestLoad(t *testing.T) {
	t.Parallel()
	c, err := plan.Load(strings.NewReader(twoPackages))
	if err != nil {
		t.Fatal(err)
	}
	want := plan.Limits{Domains: 2, Members: 9, RetentionDays: 730}
	if diff := cmp.Diff(want, c.Limits("CLUB")); diff != "" {
		t.Error(diff)
	}
	_, yearly := c.Packages()
	card := plan.Package{ID: "club-yearly", Name: "CLUB", Price: "50 €", IsMostPopular: true, Features: []string{
		"Unlimited links", "Unlimited clicks a month", "2 years of statistics", "2 custom domains",
		"Unlimited bio pages", "9 members", "Unlimited storage", "A mug",
	}, Extras: []string{"A mug"}, Limits: want}
	if diff := cmp.Diff(card, yearly[1]); diff != "" {
		t.Error(diff)
	}
}

func TestLoad_ReportsEveryProblem(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		file string
		want []string
	}{
		"not JSON":      {`links: 100`, []string{"cannot be read"}},
		"empty":         {``, []string{"cannot be read"}},
		"typing error":  {`{"pakages": []}`, []string{"pakages"}},
		"two documents": {twoPackages + twoPackages, []string{"behind the packages"}},
		"no FREE":       {`{"packages": []}`, []string{"FREE is missing"}},
		"many at once": {
			`{"packages": [{"name": "gold"}, {"name": "FREE", "limits": {"links": 0, "clicksPerMonth": "many", "domains": 1.5, "members": -1, "retentionDays": 9, "bioPages": 1, "cows": 3}}, {"name": "FREE"}]}`,
			[]string{
				`packages[0].name: "gold"`, "packages[0].limits.links", "packages[1].limits.links", "packages[1].limits.clicksPerMonth",
				"packages[1].limits.domains", "packages[1].limits.members", "packages[1].limits.cows", "packages[2].name: FREE is there twice",
			},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := plan.Load(strings.NewReader(c.file))
			if err == nil {
				t.Fatal("the file was accepted")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %v does not contain %q", err, want)
				}
			}
			if strings.Contains(err.Error(), "packages[1].limits.retentionDays") {
				t.Errorf("error for a valid limit: %v", err)
			}
		})
	}
}

func TestLoad_ReturnsReadErrors(t *testing.T) {
	t.Parallel()
	closed, err := os.CreateTemp(t.TempDir(), "plans")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	if _, err := plan.Load(closed); err == nil {
		t.Error("an unreadable file was accepted")
	}
}
