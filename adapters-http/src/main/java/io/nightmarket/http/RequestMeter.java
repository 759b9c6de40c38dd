package io.nightmarket.http;

/** Measures the requests to operations of the contract. Safe for use by several threads. */
@FunctionalInterface
public interface RequestMeter {
    RequestMeter NONE = _ -> (_, _) -> {};

    /** What is measured of one operation; the event loops ask for it once. */
    OperationMeter of(String operation);

    /** The meter of an operation. */
    @FunctionalInterface
    interface OperationMeter {
        /**
         * A request was answered.
         *
         * @param outcome the code of the refusal or failure; OK: it was done
         * @param nanos since its first step
         */
        void answered(String outcome, long nanos);
    }
}
