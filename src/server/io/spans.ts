import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { cleanText } from '../../kernel/index.ts';
import type { ObserveCall } from './observed-session.ts';

/** A span for each call, sent by OTLP over HTTP to where OTEL_EXPORTER_OTLP_ENDPOINT says. Arguments and results are not in it. */
export interface Spans {
  readonly observe: (loadout: string) => ObserveCall;
  /** Sends what is left. Never throws. */
  readonly close: () => Promise<void>;
}

/** @param say is told once when spans cannot be sent; calls go on */
export function createSpans(version: string, say: (message: string) => void): Spans {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'toolbase',
      'service.version': version,
    }),
    spanProcessors: [new BatchSpanProcessor(tellingExporter(say))],
  });
  const tracer = provider.getTracer('toolbase', version);
  return {
    observe: (loadout) => (operation, traceparent) => {
      const attributes = {
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': operation,
        'toolbase.loadout': loadout,
      };
      const options = { kind: SpanKind.SERVER, attributes };
      const span = tracer.startSpan(`tools/call ${operation}`, options, parentOf(traceparent));
      return (outcome) => {
        if (outcome.kind === 'failed') {
          span.setAttribute('error.type', outcome.error.code);
          span.setStatus({ code: SpanStatusCode.ERROR, message: outcome.error.code });
        }
        span.end();
      };
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
}

function tellingExporter(say: (message: string) => void): OTLPTraceExporter {
  const exporter = new OTLPTraceExporter();
  const send = exporter.export.bind(exporter);
  let told = false;
  exporter.export = (spans, done) => {
    send(spans, (result) => {
      if (result.error !== undefined && !told) {
        told = true;
        const why = cleanText(result.error.message, 200);
        say(`spans cannot be sent (${why}): is OTEL_EXPORTER_OTLP_ENDPOINT right? It is told once.`);
      }
      done(result);
    });
  };
  return exporter;
}

/** @param traceparent as a client wrote it, by W3C Trace Context */
function parentOf(traceparent: string | undefined): Context {
  const found = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/.exec(
    traceparent ?? '',
  );
  const [, traceId, spanId, flags] = found ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
