package main

import (
	"fmt"
	"regexp"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// inventory is what the objects of one manifest can refer to.
type inventory struct {
	names    map[string]bool // kind and name
	pods     []corev1.PodTemplateSpec
	services map[string]*corev1.Service
	findings []string
}

// references returns the references between the objects of one manifest that lead
// nowhere. Secrets are not part of the manifests.
func references(objects []runtime.Object) []string {
	have := &inventory{names: map[string]bool{}, services: map[string]*corev1.Service{}}
	for _, object := range objects {
		name := nameOf(object)
		if have.names[name] {
			have.report("%s exists twice", name)
		}
		have.names[name] = true
		switch o := object.(type) {
		case *appsv1.Deployment:
			have.pods = append(have.pods, o.Spec.Template)
		case *appsv1.StatefulSet:
			have.pods = append(have.pods, o.Spec.Template)
		case *corev1.Service:
			have.services[o.Name] = o
		}
	}
	for _, object := range objects {
		name := nameOf(object)
		switch o := object.(type) {
		case *appsv1.Deployment:
			have.pod(name, o.Spec.Template.Spec)
		case *appsv1.StatefulSet:
			have.pod(name, o.Spec.Template.Spec)
			if service := have.services[o.Spec.ServiceName]; service == nil || service.Spec.ClusterIP != corev1.ClusterIPNone {
				have.report("%s: no headless service %s", name, o.Spec.ServiceName)
			}
		case *corev1.Service:
			have.service(name, o)
		case *networkingv1.Ingress:
			have.ingress(name, o)
		case *policyv1.PodDisruptionBudget:
			selector, err := metav1.LabelSelectorAsSelector(o.Spec.Selector)
			if err != nil || len(have.selected(selector)) == 0 {
				have.report("%s selects no pod", name)
			}
		}
	}
	return have.findings
}

func (h *inventory) report(format string, args ...any) {
	h.findings = append(h.findings, fmt.Sprintf(format, args...))
}

// selected returns the pods that have the labels.
func (h *inventory) selected(selector labels.Selector) (pods []corev1.PodTemplateSpec) {
	for _, pod := range h.pods {
		if selector.Matches(labels.Set(pod.Labels)) {
			pods = append(pods, pod)
		}
	}
	return pods
}

// service reports a service without pods, and ports that a pod does not have.
func (h *inventory) service(name string, service *corev1.Service) {
	pods := h.selected(labels.SelectorFromSet(service.Spec.Selector))
	if len(pods) == 0 {
		h.report("%s selects no pod", name)
	}
	for _, pod := range pods {
		for _, port := range service.Spec.Ports {
			if !hasPort(pod.Spec.Containers, port.TargetPort) {
				h.report("%s: its pod has no port %s", name, port.TargetPort.String())
			}
		}
	}
}

func hasPort(containers []corev1.Container, want intstr.IntOrString) bool {
	for _, container := range containers {
		for _, port := range container.Ports {
			if want.Type == intstr.String && port.Name == want.StrVal || want.Type == intstr.Int && port.ContainerPort == want.IntVal {
				return true
			}
		}
	}
	return false
}

func (h *inventory) ingress(name string, ingress *networkingv1.Ingress) {
	for _, rule := range ingress.Spec.Rules {
		for _, path := range rule.HTTP.Paths {
			backend, found := path.Backend.Service, false
			if service := h.services[backend.Name]; service != nil {
				for _, port := range service.Spec.Ports {
					found = found || port.Name == backend.Port.Name
				}
			}
			if !found {
				h.report("%s: no service %s with a port %s", name, backend.Name, backend.Port.Name)
			}
		}
	}
}

// variable is a reference to a variable in the value of another.
var variable = regexp.MustCompile(`\$\((\w+)\)`)

// pod reports references of a pod to config maps, claims, ports of probes and
// variables that do not exist. Variables are expanded in their order.
func (h *inventory) pod(name string, pod corev1.PodSpec) {
	for _, volume := range pod.Volumes {
		if claim := volume.PersistentVolumeClaim; claim != nil && !h.names["PersistentVolumeClaim "+claim.ClaimName] {
			h.report("%s: no volume claim %s", name, claim.ClaimName)
		}
	}
	for _, container := range pod.Containers {
		for _, source := range container.EnvFrom {
			if m := source.ConfigMapRef; m != nil && !h.names["ConfigMap "+m.Name] {
				h.report("%s: no config map %s", name, m.Name)
			}
		}
		defined := map[string]bool{}
		for _, env := range container.Env {
			for _, used := range variable.FindAllStringSubmatch(env.Value, -1) {
				if !defined[used[1]] {
					h.report("%s: %s is used before it is defined", name, used[1])
				}
			}
			defined[env.Name] = true
		}
		for _, probe := range []*corev1.Probe{container.StartupProbe, container.LivenessProbe, container.ReadinessProbe} {
			if probe != nil && probe.HTTPGet != nil && !hasPort([]corev1.Container{container}, probe.HTTPGet.Port) {
				h.report("%s: no port %s for a probe", name, probe.HTTPGet.Port.String())
			}
		}
	}
}
